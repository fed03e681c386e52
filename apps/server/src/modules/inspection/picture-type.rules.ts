/** Media type of a picture by its first bytes; null for anything else, whatever the file name. */
export function pictureType(head: Uint8Array): 'image/jpeg' | 'image/png' | 'image/webp' | null {
  const begins = (bytes: readonly number[], at = 0) => bytes.every((byte, index) => head[at + index] === byte)
  if (begins([0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (begins([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png'
  const isWebp = begins([0x52, 0x49, 0x46, 0x46]) && begins([0x57, 0x45, 0x42, 0x50], 8)
  return isWebp ? 'image/webp' : null
}
