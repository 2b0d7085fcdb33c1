#include "shapes.h"

#include <math.h>

struct matrix times(struct matrix a, struct matrix b) {
    struct matrix out = {{0}};
    for (int i = 0; i < 16; i++)
        for (int k = 0; k < 4; k++) out.m[i] += a.m[i % 4 + 4 * k] * b.m[i / 4 * 4 + k];
    return out;
}

struct matrix perspective(float height, float ratio, float near, float far) {
    float f = 1 / tanf(height / 2);
    return (struct matrix){{[0] = f / ratio,
                            [5] = f,
                            [10] = (far + near) / (near - far),
                            [11] = -1,
                            [14] = 2 * far * near / (near - far)}};
}

struct matrix box(float half, float near, float far) {
    return (struct matrix){{[0] = 1 / half,
                            [5] = 1 / half,
                            [10] = 2 / (near - far),
                            [14] = (far + near) / (near - far),
                            [15] = 1}};
}

static void unit(float v[3]) {
    float length = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int i = 0; i < 3; i++) v[i] /= length;
}

static void cross(const float a[3], const float b[3], float out[3]) {
    for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

struct matrix look_at(const float eye[3], const float at[3]) {
    float back[3] = {eye[0] - at[0], eye[1] - at[1], eye[2] - at[2]}, right[3], above[3];
    unit(back);
    cross((const float[]){0, 1, 0}, back, right);
    unit(right);
    cross(back, right, above);
    const float *axes[3] = {right, above, back};
    struct matrix out = {{[15] = 1}};
    for (int row = 0; row < 3; row++)
        for (int i = 0; i < 3; i++) {
            out.m[4 * i + row] = axes[row][i];
            out.m[12 + row] -= axes[row][i] * eye[i];
        }
    return out;
}

struct matrix place(float x, float y, float z, float size) {
    return (struct matrix){{[0] = size, [5] = size, [10] = size, [12] = x, [13] = y, [14] = z, [15] = 1}};
}
