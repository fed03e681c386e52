import { setTimeout as pause } from 'node:timers/promises'
import type { MqttClient } from 'mqtt'

/** A broker that answers no more is waited for so long, ms: whoever is told to stop must not hang on it. */
const timeout = 5000

/**
 * Ends a connection as the standard has it, so that the broker tells no will: last words, what is still under way, DISCONNECT. One
 * that never stood is not waited for, nor is a broker that does not answer.
 */
export async function leave(client: MqttClient, lastWords?: () => Promise<unknown>): Promise<void> {
  const takeLeave = async (): Promise<void> => {
    if (client.connected) await lastWords?.()
    await client.endAsync(!client.connected)
  }
  await Promise.race([takeLeave().catch(() => undefined), pause(timeout, undefined, { ref: false })])
  // Last words that were not heard keep the connection open: said once more, it ends as it stands.
  if (!client.disconnecting) client.end(true)
  client.stream.destroy()
}
