import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** A broker that lets everybody in and then says nothing more, as one does that hangs. */
export interface MuteBroker {
  readonly url: string
  /** Connections that stand. */
  readonly connections: () => number
  /** Resolves when somebody has said more than hello. */
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
      // CONNACK: with MQTT 5 its properties follow, none here.
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
