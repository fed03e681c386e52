import type { Module } from '../../platform/module.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { repeatedly } from '../../platform/jobs/repeatedly.ts'
import type { Log } from '../../platform/log/log.ts'
import { AlarmWatcher, type ReportedEvent } from './alarm-watcher.ts'
import { alarmsDemo } from './alarms.demo.ts'
import { alarmPulse } from './alarms.queries.ts'
import { alarmRoutes } from './alarms.routes.ts'
import type { MachineFrame, LinkState } from '@cloud-factory/domain/telemetry/liveness.rules'
import { seedAlarmRules } from './save-rule.ts'

interface AlarmsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly plantId: number
}

/** The module, which also receives the data that ingestion accepts; each call resolves when its result is written. */
export interface AlarmsModule extends Module {
  readonly sink: {
    frames(frames: readonly MachineFrame[]): Promise<void>
    links(changes: readonly LinkState[]): Promise<void>
    events(events: readonly ReportedEvent[]): Promise<void>
  }
}

/** Alarms of machines, their handling, and alarm rules. */
export function alarmsModule(deps: AlarmsDeps): AlarmsModule {
  const watcher = new AlarmWatcher(deps)
  const ticking = repeatedly({
    log: deps.log,
    everyMs: 1000,
    what: 'alarms could not be watched',
    work: () => watcher.tick(),
  })
  return {
    name: 'alarms',
    routes: [alarmRoutes({ db: deps.db, clock: deps.clock, onRules: () => watcher.forget() })],
    live: [
      {
        topic: 'alarms',
        rule: { permission: 'equipment.view' },
        read: async () => new Map([['newest', await alarmPulse(deps.db.reads)]]),
      },
    ],
    sink: {
      frames: (frames) => watcher.frames(frames),
      links: (changes) => watcher.links(changes),
      events: (events) => watcher.events(events),
    },
    failingSince: () => ticking.failingSince(),
    prepare: seedAlarmRules,
    demo: (write, context) => alarmsDemo(write, context),
    onLeaderStart: async () => {
      watcher.begin()
      ticking.start()
    },
    onLeaderStop: () => ticking.close(),
  }
}
