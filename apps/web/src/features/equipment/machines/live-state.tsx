import type { MachineStateNow } from '@cloud-factory/contract/machine-states'
import type { MachineState } from '@cloud-factory/contract/equipment-words'
import { useTranslation } from 'react-i18next'
import { useInstant } from '../../../shared/format/dates.ts'
import { absent } from '../../../shared/format/numbers.ts'
import { useLive } from '../../../shared/live/use-live.ts'
import { StatusTag, type Tone } from '../../../shared/ui/status-tag.tsx'

const tones: Readonly<Record<MachineState, Tone>> = {
  offline: 'neutral',
  idle: 'warn',
  setup: 'active',
  running: 'good',
  fault: 'bad',
  maintenance: 'active',
}

/** What a machine does now, by the live stream; grey while the link is lost: then it says how it was. */
export function LiveState({ id }: { readonly id: string }) {
  const { t } = useTranslation('states')
  const instant = useInstant()
  const { frame, link } = useLive('machines')
  const now = frame?.items[id] as MachineStateNow | undefined
  if (now === undefined) return absent
  const since = now.since === null ? '' : instant(now.since, '{m}-{d} {h}:{i}')
  return (
    <span className="live-state" title={since} data-state={now.state}>
      <StatusTag tone={link === 'lost' ? 'neutral' : tones[now.state]} text={t(`state.${now.state}`)} />
    </span>
  )
}
