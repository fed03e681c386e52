import type { MqttClient } from 'mqtt'

/** Resolves when the app announces itself as Sparkplug host. Messages of edges before that are lost. */
export async function sparkplugHostHears(client: MqttClient): Promise<void> {
  const online = new Promise<void>((resolve) => {
    client.on('message', (topic, bytes) => {
      if (topic.startsWith('spBv1.0/STATE/') && String(bytes).includes('"online":true')) resolve()
    })
  })
  await client.subscribeAsync('spBv1.0/STATE/cloud-factory', { qos: 1 })
  await online
}
