import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { repeatedly } from '../../platform/jobs/repeatedly.ts'
import type { Log } from '../../platform/log/log.ts'
import type { PlanPort } from '../work-calendar/public.ts'
import { bringUpToDate } from './figures-keeper.ts'
import { keepCounts } from './keep-counts.ts'
import {
  ShiftFinder,
  machineDirectory,
  type PlacedFrame,
  type PlacedLink,
  catchUpLate,
  type StoredFramesPort,
  StateTracker,
} from '../machine-states/public.ts'

export interface FollowStatesDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly plan: PlanPort
  readonly plantId: number
  readonly stored: StoredFramesPort
}

/** Receives data from ingestion; each call resolves when its result is written. */
export interface StatesSink {
  frames(frames: readonly PlacedFrame[]): Promise<void>
  links(changes: readonly PlacedLink[]): Promise<void>
}

/** Tracks states and figures of machines while the server runs. */
export function followStates({ db, clock, log, plan, plantId, stored }: FollowStatesDeps) {
  const machines = () => machineDirectory(db.reads, plantId)
  const shifts = new ShiftFinder({ reads: db.reads, plan, plantId, clock })
  const follower = new StateTracker({ db, clock, plantId, machines, shifts, stored })
  const jobs = [
    repeatedly({
      log,
      everyMs: 1000,
      what: 'states of machines could not be followed',
      work: () => follower.tick(),
    }),
    repeatedly({
      log,
      everyMs: 5000,
      what: 'late states of machines could not be reckoned',
      work: () => catchUpLate({ db, clock, plantId, stored }),
    }),
    repeatedly({
      log,
      everyMs: 5000,
      what: 'late counters of machines could not be counted',
      work: () => keepCounts({ db, clock, plan, plantId, stored }, () => shifts.forget()),
    }),
    repeatedly({
      log,
      everyMs: 60_000,
      what: 'figures of machines could not be reckoned',
      work: () => bringUpToDate({ db, clock, plan, plantId }),
    }),
  ]
  const sink: StatesSink = {
    frames: (frames) => follower.frames(frames),
    links: (changes) => follower.links(changes),
  }
  return {
    sink,
    async start() {
      await follower.start()
      for (const job of jobs) job.start()
    },
    async close() {
      for (const job of jobs) await job.close()
    },
  }
}
