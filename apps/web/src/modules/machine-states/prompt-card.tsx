import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useInstant } from '../../shared/format/dates.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { useStateName } from '../../shared/machine-states/machine-state.tsx'
import { durationOf } from './duration.ts'
import { ProposalLine } from './proposal-line.tsx'
import type { Prompt } from './stops.queries.ts'

interface Props {
  readonly prompt: Prompt
  readonly isMarked: boolean
  readonly onMark: (isMarked: boolean) => void
  readonly onReason: () => void
  readonly onAccept: () => void
}

/** A stop without a reason. */
export function PromptCard({ prompt, isMarked, onMark, onReason, onAccept }: Props) {
  const { t } = useTranslation('stop-reasons')
  const stateName = useStateName()
  const instant = useInstant()
  const { machine, state, from, to, seconds, can, proposal } = prompt
  return (
    <li>
      <Checkbox
        checked={isMarked}
        disabled={can.reason !== true}
        aria-label={t('mark', { machine: machine.code, at: instant(from, '{m}-{d} {h}:{i}') })}
        onChange={({ target }) => onMark(target.checked)}
      />
      <div className="prompt-text">
        <Link to={`/equipment/detail/${machine.id}?part=states`}>
          {machine.code} <span>{machine.name}</span>
        </Link>
        <p>
          <b>{t('stood', { time: durationOf(seconds) })}</b> · {stateName(state)} ·{' '}
          {instant(from, '{m}-{d} {h}:{i}')} – {to === null ? t('common:plan.now') : instant(to, '{h}:{i}')}
        </p>
        {proposal !== null && (
          <p>
            <ProposalLine proposal={proposal} />
          </p>
        )}
      </div>
      <span className="prompt-deeds">
        {proposal !== null && (
          <ReasonButton type="primary" allowed={can.reason} onClick={onAccept}>
            {t('machine-states:action.accept')}
          </ReasonButton>
        )}
        <ReasonButton
          type={proposal === null ? 'primary' : 'default'}
          allowed={can.reason}
          onClick={onReason}
        >
          {t(proposal === null ? 'machine-states:action.reason' : 'machine-states:action.other')}
        </ReasonButton>
      </span>
    </li>
  )
}
