import { testClock } from '../../../test/clock.ts'
import { createLog } from '../../platform/log/log.ts'
import type { KnownSignal } from '@cloud-factory/domain/machines/known-machine'
import type { FrameWriter } from './frames/frame-writer.ts'
import { type KnownMachines, Sender } from './frames/known-machines.ts'
import { WriteQueue } from './frames/write-queue.ts'
import type { FaultLog } from './inbox/fault-log.ts'
import { Ingest } from './ingest.ts'
import { welderSignals } from './telemetry.fixtures.ts'

interface SendingMachine {
  readonly signals?: readonly KnownSignal[]
  readonly rateMs?: number
  /** When ingestion begins. */
  readonly start?: string
}

/** Ingestion of the machine `W1`, which sends every second, from 12:00 UTC on. Accepted frames stay in the queue. */
export function queuedIngest({
  signals = welderSignals,
  rateMs = 1000,
  start = '2026-03-20T12:00:00Z',
}: SendingMachine = {}) {
  const clock = testClock(start)
  const machine = { id: 1, plantId: 1, code: 'W1', name: 'W1', site: 'main', line: 'weld' }
  const profile = { profileId: 1, profileCode: 'test-welder', profileVersion: 1, rateMs }
  const sender = new Sender({ ...machine, ...profile, source: 'real', signals })
  const queue = new WriteQueue(() => undefined)
  const counted = { faults: 0 }
  const machines = { find: (key: string) => (key === 'main/weld/W1' ? sender : null), isIgnored: () => false }
  const faults = {
    count: (_origin: string, _reason: string, _topic: string, _payload: Buffer | null, times = 1) => {
      counted.faults += times
    },
    unknownDevice: () => {
      counted.faults += 1
    },
  }
  const ingest = new Ingest({
    clock,
    log: createLog('silent'),
    machines: machines as unknown as KnownMachines,
    writer: { queue } as unknown as FrameWriter,
    faults: faults as unknown as FaultLog,
  })
  return { ingest, queue, counted, clock, sender }
}
