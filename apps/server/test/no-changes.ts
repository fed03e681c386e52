import type { Clock } from '../src/platform/clock/clock.ts'
import { type ChangeFeed, createChangeFeed } from '../src/platform/live/change-feed.ts'
import { createLog } from '../src/platform/log/log.ts'

/** A feed of a plant in which nothing ever changes. */
export const noChanges = (clock: Clock): ChangeFeed =>
  createChangeFeed({
    clock,
    log: createLog('silent'),
    source: { after: async () => [], newest: async () => 0 },
  })
