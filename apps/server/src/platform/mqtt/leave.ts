import { setTimeout as pause } from 'node:timers/promises'
import type { MqttClient } from 'mqtt'

/** How long to wait for a broker that does not respond, ms: a shutdown must not hang on it. */
const timeout = 5000

/**
 * Ends a connection according to the standard, so that the broker does not publish the will: last messages, messages
 * in flight, DISCONNECT. Does not wait for a connection that never existed, nor for a broker that does not respond.
 */
export async function leave(client: MqttClient, lastWords?: () => Promise<unknown>): Promise<void> {
  const takeLeave = async (): Promise<void> => {
    if (client.connected) await lastWords?.()
    await client.endAsync(!client.connected)
  }
  await Promise.race([takeLeave().catch(() => undefined), pause(timeout, undefined, { ref: false })])
  // Unsent last messages keep the connection open; a second call ends it as it is.
  if (!client.disconnecting) client.end(true)
  client.stream.destroy()
}
