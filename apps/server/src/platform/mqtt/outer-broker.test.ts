import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { muteBroker, type MuteBroker } from '../../../test/mute-broker.ts'
import { createLog } from '../log/log.ts'
import { outerBroker } from './outer-broker.ts'

let mute: MuteBroker
beforeAll(async () => {
  mute = await muteBroker()
})
afterAll(() => mute.close())

const brokerAt = (url: string) =>
  outerBroker({ url, log: createLog('silent'), receive: () => null, filters: ['a/#'], clientId: 'house' })

test('a broker that answers no more does not keep the app from stopping', async () => {
  const broker = brokerAt(mute.url)
  await broker.start()
  await mute.spokenTo
  broker.publish('a/b', 'under way', { qos: 1 })
  await broker.close()
  expect(broker.isConnected()).toBe(false)
  await vi.waitFor(() => expect(mute.connections()).toBe(0), { timeout: 15_000 })
})

test('nor does one that is not there', async () => {
  const broker = brokerAt('mqtt://127.0.0.1:1')
  await broker.start()
  await broker.close()
  expect(broker.isConnected()).toBe(false)
})
