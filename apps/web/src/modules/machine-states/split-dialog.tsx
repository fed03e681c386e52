import type { MachineInterval } from '@cloud-factory/contract/machine-states/machine-states'
import { Slider } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { durationOf } from './duration.ts'
import { useStatesChanged } from './states.queries.ts'

interface Props {
  readonly interval: MachineInterval
  /** Until when a stop that goes on can be cut. */
  readonly now: string
  readonly onClose: () => void
}

/** Cuts a stop in two, so that each part has its own reason. */
export function SplitDialog({ interval, now, onClose }: Props) {
  const { t } = useTranslation('machine-states')
  const instant = useInstant()
  const changed = useStatesChanged()
  const from = Date.parse(interval.from)
  const seconds = Math.floor((Date.parse(interval.to ?? now) - from) / 1000)
  const step = seconds > 1200 ? 60 : 1
  const [cut, setCut] = useState(Math.max(1, Math.floor(seconds / 2 / step) * step))
  const at = new Date(from + cut * 1000)
  return (
    <ActionDialog
      title={t('splitTitle')}
      action={t('action.split')}
      act={() =>
        api('POST /api/machine-intervals/:id/split', {
          params: { id: interval.id },
          body: { version: interval.version, at: at.toISOString() },
        }).finally(() => void changed())
      }
      onDone={onClose}
      onClose={onClose}
    >
      <p id="split-at">
        {t('splitAt', {
          at: instant(at, '{m}-{d} {h}:{i}:{s}'),
          first: durationOf(cut),
          second: durationOf(seconds - cut),
        })}
      </p>
      <Slider
        min={1}
        max={Math.max(2, seconds - 1)}
        step={step}
        value={cut}
        tooltip={{ formatter: null }}
        ariaLabelledByForHandle="split-at"
        ariaValueTextFormatterForHandle={(value) => instant(from + value * 1000, '{h}:{i}:{s}')}
        onChange={setCut}
      />
    </ActionDialog>
  )
}
