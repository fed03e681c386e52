import type { StopReasonRow } from '@cloud-factory/contract/machine-states/machine-states'
import { useQuery } from '@tanstack/react-query'
import { Drawer, Input, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNames } from '../../shared/i18n/use-names.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { durationOf } from './duration.ts'
import { reasonsQuery, type Prompt } from './states.queries.ts'
import { type AssignedReasons, useGiveReason } from './use-give-reason.ts'

interface Props {
  readonly stops: readonly Prompt[]
  readonly onAssigned: (assigned: AssignedReasons) => void
  readonly onClose: () => void
}

/** All reasons as large buttons: the tap that chooses one gives it. */
export function ReasonSheet({ stops, onAssigned, onClose }: Props) {
  const { t } = useTranslation('stop-reasons')
  const query = useQuery(reasonsQuery)
  const { busy, error, give } = useGiveReason()
  const [note, setNote] = useState('')
  const [first] = stops
  const reasons = (query.data?.items ?? []).filter(({ active }) => active)
  const choose = async (reason: StopReasonRow) => {
    const assigned = await give(stops, reason, note.trim())
    if (assigned !== null) onAssigned(assigned)
  }
  const title =
    stops.length === 1 && first !== undefined
      ? `${first.machine.code} · ${t('stood', { time: durationOf(first.seconds) })}`
      : t('marked', { count: stops.length })
  return (
    <>
      <ReturnFocus />
      <Drawer
        open
        placement="bottom"
        size="large"
        rootClassName="reason-sheet"
        title={title}
        onClose={() => !busy && onClose()}
      >
        {error !== null && <ProblemAlert error={error} />}
        {query.error !== null && <ProblemAlert error={query.error} onRetry={() => void query.refetch()} />}
        {query.data === undefined && query.error === null && <Skeleton active />}
        <div className="reason-groups" aria-busy={busy}>
          {reasons
            .filter(({ parentId }) => parentId === null)
            .map((group) => (
              <ReasonGroup
                key={group.id}
                group={group}
                reasons={reasons.filter(({ parentId }) => parentId === group.id)}
                disabled={busy}
                onChoose={(reason) => void choose(reason)}
              />
            ))}
        </div>
        <label className="reason-note">
          {t('note')}
          <Input maxLength={300} value={note} onChange={({ target }) => setNote(target.value)} />
        </label>
      </Drawer>
    </>
  )
}

interface GroupProps {
  readonly group: StopReasonRow
  readonly reasons: readonly StopReasonRow[]
  readonly disabled: boolean
  readonly onChoose: (reason: StopReasonRow) => void
}

function ReasonGroup({ group, reasons, disabled, onChoose }: GroupProps) {
  const nameOf = useNames()
  return (
    <section aria-label={nameOf(group.names)}>
      <h3>{nameOf(group.names)}</h3>
      <div className="reason-buttons">
        {reasons.map((reason) => (
          <button
            key={reason.id}
            type="button"
            disabled={disabled}
            className={reason.kind === 'planned' ? 'is-planned' : ''}
            onClick={() => onChoose(reason)}
          >
            {nameOf(reason.names)}
          </button>
        ))}
      </div>
    </section>
  )
}
