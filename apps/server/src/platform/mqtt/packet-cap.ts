import type { Socket } from 'node:net'

/** A message longer than allowed was announced. */
class MessageTooLarge extends Error {
  override readonly name = 'MessageTooLarge'
}

/**
 * Reads the lengths of MQTT packets as they pass and ends the connection when one announces more than `most` bytes: the
 * broker's own limits count packets, and would gather 256 MB before looking.
 */
export function capPackets(socket: Socket, most: number): void {
  const look = packetLengths(most)
  const read = socket.read.bind(socket)
  socket.read = (size?: number) => {
    const bytes = read(size) as Buffer | null
    if (bytes === null || look(bytes)) return bytes
    socket.destroy(new MessageTooLarge())
    return null
  }
}

/** Feeds on the bytes of a connection; false once a packet says that it is longer than allowed, or says no length at all. */
function packetLengths(most: number): (bytes: Uint8Array) => boolean {
  let skip = 0
  let length = 0
  let factor = 0
  return (bytes) => {
    for (let at = 0; at < bytes.length; ) {
      if (skip > 0) {
        const step = Math.min(skip, bytes.length - at)
        skip -= step
        at += step
        continue
      }
      const byte = bytes[at] ?? 0
      at += 1
      if (factor === 0) {
        factor = 1
        length = 0
        continue
      }
      length += (byte & 127) * factor
      factor *= 128
      if (length > most || factor > 128 ** 4) return false
      if (byte < 128) {
        skip = length
        factor = 0
      }
    }
    return true
  }
}
