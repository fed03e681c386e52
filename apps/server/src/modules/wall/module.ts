import type { Module } from '../../platform/module.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { LiveHub } from '../../platform/live/hub.ts'
import type { Log } from '../../platform/log/log.ts'
import { ModelPictures } from '../model/public.ts'
import { modelRoutes, streamRoutes } from './wall.routes.ts'
import { liveFacts } from './live-facts.ts'
import { MachineMemory } from './machine-memory.ts'
import { type MachineFrame, type LinkState } from '@cloud-factory/domain/telemetry/liveness.rules'
import { WallScreens } from './wall-screens.ts'
import { simulatedFacts } from './simulated/simulated-facts.ts'
import type { SimulationPort } from './simulated/played.ts'
import { type WallPorts, wallQueries } from './wall.queries.ts'
import { wallSource } from './wall-source.ts'

export interface WallDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly files: FileStore
  readonly plantId: number
  readonly ports: WallPorts
  /** Null: this server runs no simulation. */
  readonly simulation: () => SimulationPort | null
  /** Opens a stream of the hub for one screen. */
  readonly open: LiveHub['open']
}

/** Also receives accepted telemetry. */
export interface WallModule extends Module {
  readonly sink: {
    frames(frames: readonly MachineFrame[]): Promise<void>
    links(changes: readonly LinkState[]): Promise<void>
  }
}

/** Data of wall screens: figures of the whole plant, computed once for all viewers. */
export function wallModule(deps: WallDeps): WallModule {
  const { db, clock, log, files, plantId, ports, simulation, open } = deps
  const queries = wallQueries(ports)
  const memory = new MachineMemory({
    clock,
    machines: () => queries.machines(db.reads, plantId),
    latest: () => queries.latest(db.reads, plantId),
    links: () => queries.links(db.reads, plantId),
  })
  const live = liveFacts({ db, clock, plantId, queries, memory })
  const simulated = simulatedFacts({
    memory,
    live,
    simulation,
    played: () => simulation()?.played() ?? null,
    serverNow: () => clock.now().getTime(),
  })
  const facts = { live, simulated }
  const screens = new WallScreens({
    db,
    clock,
    plantId,
    queries,
    info: async () => (await live.reported()).no,
  })
  const source = wallSource({ clock, log, facts, screen: (scope) => screens.of(scope) })
  const pictures = new ModelPictures({ files, clock, log })
  return {
    name: 'wall',
    live: [source],
    close: () => pictures.close(),
    routes: [modelRoutes({ pictures, screens, facts }), streamRoutes({ screens, facts, clock, open })],
    sink: {
      frames: async (frames) => memory.frames(frames),
      links: async (changes) => memory.links(changes),
    },
  }
}
