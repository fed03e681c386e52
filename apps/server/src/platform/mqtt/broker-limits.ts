import type { Socket } from 'node:net'

/** Maximum number of addresses in memory. */
const maxAddresses = 10_000

interface Budget {
  left: number
  at: number
}

/** Limits the connections per minute of an address; unused allowance is restored evenly over time. */
export class ConnectionRate {
  readonly #perMinute: number
  readonly #budgets = new Map<string, Budget>()

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  /** Whether one more may be opened at an instant in ms, which never decreases. */
  allows(address: string, now: number): boolean {
    if (this.#budgets.size >= maxAddresses) this.#forgetFull(now)
    const left = this.#left(this.#budgets.get(address), now)
    if (left < 1) return false
    this.#budgets.set(address, { left: left - 1, at: now })
    return true
  }

  #left(budget: Budget | undefined, now: number): number {
    if (budget === undefined) return this.#perMinute
    return Math.min(this.#perMinute, budget.left + ((now - budget.at) * this.#perMinute) / 60_000)
  }

  #forgetFull(now: number): void {
    for (const [address, budget] of this.#budgets)
      if (this.#left(budget, now) >= this.#perMinute) this.#budgets.delete(address)
  }
}

/** A message longer than allowed was announced. */
class MessageTooLarge extends Error {
  override readonly name = 'MessageTooLarge'
}

/** Limits before sign-in: bytes per packet, bytes in total, and packets. */
const beforeSignIn = { packet: 16 * 1024, bytes: 64 * 1024, packets: 50 } as const

/**
 * Reads the lengths of MQTT packets as they pass, and closes the connection when one announces more than `most`
 * bytes. The broker's own limits count packets and would buffer 256 MB before they apply. Before sign-in the limits
 * are much lower.
 * @returns to be called after the client has signed in
 */
export function capPackets(socket: Socket, most: number): () => void {
  let isOpen = false
  let bytesBefore = 0
  let packetsBefore = 0
  const look = packetLengths((length) => {
    if (isOpen) return length <= most
    packetsBefore += 1
    return length <= beforeSignIn.packet && packetsBefore <= beforeSignIn.packets
  })
  const read = socket.read.bind(socket)
  socket.read = (size?: number) => {
    const bytes = read(size) as Buffer | null
    if (bytes === null) return null
    if (!isOpen) bytesBefore += bytes.length
    if ((isOpen || bytesBefore <= beforeSignIn.bytes) && look(bytes)) return bytes
    socket.destroy(new MessageTooLarge())
    return null
  }
  return () => {
    isOpen = true
  }
}

/** Processes the bytes of a connection; false when a packet's length is not allowed or invalid. */
function packetLengths(allows: (length: number) => boolean): (bytes: Uint8Array) => boolean {
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
      if (factor > 128 ** 4) return false
      if (byte < 128) {
        if (!allows(length)) return false
        skip = length
        factor = 0
      }
    }
    return true
  }
}
