package scene

// Script is the label and text of a shader that must be shown as text.
const Script = "<script>document.title='executed'</script><img src=x onerror=alert(1)>"

const litVertex = `#version 300 es
layout(location = 0) in vec3 aPosition;
layout(location = 1) in vec3 aNormal;
layout(location = 2) in vec2 aTexCoord;

uniform mat4 uModel;
uniform mat4 uViewProjection;
uniform mat4 uLightMatrix;

out vec3 vNormal;
out vec2 vTexCoord;
out vec4 vShadowCoord;

void main() {
    vec4 world = uModel * vec4(aPosition, 1.0);
    vNormal = mat3(uModel) * aNormal;
    vTexCoord = aTexCoord;
    vShadowCoord = uLightMatrix * world;
    gl_Position = uViewProjection * world;
}
`

const litFragment = `#version 300 es
precision highp float;
precision highp sampler2DShadow;

// One directional light with a shadow map, and a color for each object.
uniform vec3 uLight;
uniform vec4 uColor;
uniform float uGloss;
uniform sampler2D uAlbedo;
uniform sampler2DShadow uShadowMap;

in vec3 vNormal;
in vec2 vTexCoord;
in vec4 vShadowCoord;
layout(location = 0) out vec4 fragment;

float shadow() {
    float sum = 0.0;
    for (int x = -1; x <= 1; ++x)
        for (int y = -1; y <= 1; ++y)
            sum += textureProjOffset(uShadowMap, vShadowCoord, ivec2(x, y));
    return sum / 9.0;
}

void main() {
    float diffuse = max(dot(normalize(vNormal), uLight), 0.0) * shadow();
    vec3 albedo = texture(uAlbedo, vTexCoord).rgb * uColor.rgb;
    fragment = vec4(albedo * (0.25 + 0.8 * diffuse), uColor.a);
}
`

const depthVertex = `#version 300 es
layout(location = 0) in vec3 aPosition;
uniform mat4 uModel;
uniform mat4 uLightMatrix;
void main() { gl_Position = uLightMatrix * uModel * vec4(aPosition, 1.0); }
`

const depthFragment = `#version 300 es
precision mediump float;
void main() {}
`
