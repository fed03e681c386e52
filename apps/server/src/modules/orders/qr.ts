/** Content of a piece's QR code: prefix and format, the plant, the piece's tag. */
export const qrText = (plantId: number, tag: string): string => `CF1:${plantId}:${tag}`
