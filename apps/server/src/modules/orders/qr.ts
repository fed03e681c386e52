/** What the QR code of a piece says: our mark and form, the plant, the piece's tag. */
export const qrText = (plantId: number, tag: string): string => `CF1:${plantId}:${tag}`
