// Memory for what the driver returns; nothing reads it.
static _Alignas(16) char output[OUTPUTS][OUTPUT_SIZE];
#define OUTPUT(number) ((void *)output[number])
