import QtQuick 2.15

Rectangle {
    width: 320; height: 240; color: "#203040"
    Repeater {
        model: 12
        Rectangle {
            x: 20 * index; y: 15 * index; width: 60; height: 40; radius: 8; rotation: 10 * index
            color: Qt.hsva(index / 12, 0.8, 0.9, 0.7)
        }
    }
    Text { anchors.centerIn: parent; text: "still"; color: "white"; font.pixelSize: 40 }
    Timer { interval: 15000; running: true; onTriggered: Qt.quit() }
}
