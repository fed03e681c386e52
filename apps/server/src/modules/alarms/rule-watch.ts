import type { Severity } from '@cloud-factory/domain/alarms/alarm-enums'
import type { AlarmPlace } from './alarms.store.ts'
import {
  calmWatch,
  type Change,
  elapse,
  isChatter,
  recentOf,
  type Watch,
  watch,
  slotOf,
} from './alarms.rules.ts'
import type { DirectoryMachine } from '../machine-states/public.ts'
import type { RuleRead } from './rules.queries.ts'

/** The parts of a machine that its rules need. */
type AlarmMachine = Pick<
  DirectoryMachine,
  'id' | 'code' | 'name' | 'class' | 'source' | 'workshopId' | 'rateMs' | 'slots' | 'codes' | 'units'
>

/** A change to write; instants are ms since 1970. */
export type Action =
  | {
      readonly kind: 'change'
      readonly machineId: number
      readonly at: number
      readonly place: AlarmPlace
      readonly change: Change
    }
  | {
      readonly kind: 'chatter'
      readonly machineId: number
      readonly at: number
      readonly place: AlarmPlace
      readonly isChattering: boolean
    }
  | {
      readonly kind: 'suppress'
      readonly machineId: number
      readonly at: number
      readonly isSuppressed: boolean
    }

/** An alarm that is open when watching begins. */
export interface OpenWatch {
  readonly isActive: boolean
  readonly severity: Severity
  readonly isChattering: boolean
}

/** One rule on one machine. */
export class RuleWatch {
  readonly rule: RuleRead
  /** Slot of its value in a frame, from 1; null: it uses none. */
  readonly slot: number | null
  readonly place: AlarmPlace
  private readonly condition
  private now: Watch
  private raises: number[] = []
  /** Last change of a chattering alarm; null: it is not chattering. */
  private restlessSince: number | null = null

  constructor(plantId: number, machine: AlarmMachine, rule: RuleRead, open: OpenWatch | null, now: number) {
    this.rule = rule
    this.slot = slotOf(rule, machine)
    this.place = {
      plantId,
      machineId: machine.id,
      machineCode: machine.code,
      source: machine.source,
      ruleId: rule.id,
    }
    this.condition = {
      kind: rule.kind,
      limit: rule.limit_value,
      critical: rule.critical_value,
      deadBand: rule.dead_band,
      state: rule.state,
      severity: rule.severity,
      onDelay: rule.on_delay_s * 1000,
      offDelay: rule.off_delay_s * 1000,
    }
    this.now = open === null ? calmWatch : { ...calmWatch, isActive: open.isActive, severity: open.severity }
    if (open?.isChattering === true) this.restlessSince = now
  }

  get isActive(): boolean {
    return this.now.isActive
  }

  value(at: number, value: number, isAtRest = false): Action[] {
    const next = watch(this.now, this.condition, at, value, isAtRest)
    this.now = next.watch
    return this.reported(next.change)
  }

  /** Processes passing time without a value. */
  passed(now: number): Action[] {
    const next = elapse(this.now, this.condition, now)
    this.now = next.watch
    return [...this.reported(next.change), ...this.calmed(now)]
  }

  /** A chattering alarm counts as one: only its first raising and its end are reported. */
  private reported(change: Change | null): Action[] {
    if (change === null) return []
    const { at } = change
    if (change.kind === 'raise') this.raises = [...recentOf(this.raises, at), at]
    if (this.restlessSince !== null) {
      this.restlessSince = at
      return change.kind === 'severity' ? [this.action(change)] : []
    }
    const actions = [this.action(change)]
    if (change.kind === 'raise' && isChatter(this.raises, at)) {
      this.restlessSince = at
      actions.push({
        kind: 'chatter',
        machineId: this.place.machineId,
        at,
        place: this.place,
        isChattering: true,
      })
    }
    return actions
  }

  private calmed(now: number): Action[] {
    const { restlessSince, place } = this
    if (restlessSince === null || now - restlessSince < this.rule.quiet_min * 60_000) return []
    this.restlessSince = null
    this.raises = []
    const { machineId } = place
    const calm: Action = { kind: 'chatter', machineId, at: now, place, isChattering: false }
    return this.now.isActive
      ? [calm]
      : [calm, this.action({ kind: 'return', at: now, value: this.now.value })]
  }

  private action(change: Change): Action {
    return { kind: 'change', machineId: this.place.machineId, at: change.at, place: this.place, change }
  }
}
