import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** A broker that accepts every connection and then sends nothing, like one that hangs. */
export interface MuteBroker {
  readonly url: string
  /** Number of open connections. */
  readonly connections: () => number
  /** Resolves when a client sends anything after its CONNECT packet. */
  readonly spokenTo: Promise<void>
  close(): void
}

export async function muteBroker(): Promise<MuteBroker> {
  const sockets = new Set<Socket>()
  let heard: () => void = () => undefined
  const spokenTo = new Promise<void>((resolve) => {
    heard = resolve
  })
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    socket.once('data', (handshake) => {
      // CONNACK. With MQTT 5 properties follow; here there are none.
      const level = handshake[handshake.indexOf('MQTT') + 4]
      socket.write(Buffer.from(level === 5 ? [0x20, 3, 0, 0, 0] : [0x20, 2, 0, 0]))
      socket.once('data', heard)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `mqtt://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    connections: () => sockets.size,
    spokenTo,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
