import type { MachineStateNow } from '@cloud-factory/contract/machine-states/machine-states'
import { useInstant } from '../../shared/format/dates.ts'
import { absent } from '../../shared/format/numbers.ts'
import { useLive } from '../../shared/live/use-live.ts'
import { MachineStateTag } from '../../shared/machine-states/machine-state.tsx'

/**
 * Current state of a machine by the live stream; grey with the last known state while the link is
 * lost.
 */
export function LiveState({ id }: { readonly id: string }) {
  const instant = useInstant()
  const { frame, link } = useLive('machines')
  const now = frame?.items[id] as MachineStateNow | undefined
  if (now === undefined) return absent
  const since = now.since === null ? '' : instant(now.since, '{m}-{d} {h}:{i}')
  return (
    <span className="live-state" title={since} data-state={now.state}>
      <MachineStateTag state={now.state} isOld={link === 'lost'} />
    </span>
  )
}
