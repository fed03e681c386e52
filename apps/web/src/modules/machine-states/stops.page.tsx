import { Button } from '../../shared/ui/button.tsx'
import { Segmented } from '../../shared/ui/segmented.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useSearchParams } from 'react-router'
import { useInstant } from '../../shared/format/dates.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { useStateName } from '../../shared/machine-states/machine-state.tsx'
import { durationOf } from './duration.ts'
import { ProposalLine } from './proposal-line.tsx'
import { type Prompt, promptsQuery } from './states.queries.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ProblemAlert, QueryState } from '../../shared/ui/problem-alert.tsx'
import { type AssignedReasons, proposed, useGiveReason } from './use-give-reason.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { PageParts } from '../../shared/ui/part-tabs.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import './stops.css'
import { ReasonsPart } from './reasons-part.tsx'

const ReasonSheet = lazyDialog(async () => (await import('./reason-sheet.tsx')).ReasonSheet)

interface PromptCardProps {
  readonly prompt: Prompt
  readonly isMarked: boolean
  readonly onMark: (isMarked: boolean) => void
  readonly onReason: () => void
  readonly onAccept: () => void
}

/** A stop without a reason. */
function PromptCard({ prompt, isMarked, onMark, onReason, onAccept }: PromptCardProps) {
  const { t } = useTranslation('stop-reasons')
  const stateName = useStateName()
  const instant = useInstant()
  const { machine, state, from, to, seconds, can, proposal } = prompt
  return (
    <li>
      <input
        type="checkbox"
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
          {...(proposal === null && { type: 'primary' as const })}
          allowed={can.reason}
          onClick={onReason}
        >
          {t(proposal === null ? 'machine-states:action.reason' : 'machine-states:action.other')}
        </ReasonButton>
      </span>
    </li>
  )
}

const spans = [1, 3, 7] as const

/** Stops without a reason, longest first: two taps for each, or one reason for several. */
export function PromptsPart() {
  const { t } = useTranslation('stop-reasons')
  const [search, setSearch] = useSearchParams()
  const days = spans.find((span) => String(span) === search.get('days')) ?? 3
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [prompts, setPrompts] = useState<readonly Prompt[] | null>(null)
  const [assigned, setAssigned] = useState<AssignedReasons | null>(null)
  const taking = useGiveReason()
  const query = useQuery(promptsQuery(days))
  const items = query.data?.items ?? []
  const marked = items.filter(({ id }) => chosen.has(id))
  const mark = (id: string, isMarked: boolean) =>
    setChosen((before) => new Set(isMarked ? [...before, id] : [...before].filter((one) => one !== id)))
  const handleAssigned = (now: AssignedReasons) => {
    setAssigned(now)
    setPrompts(null)
    setChosen(new Set())
  }
  const takeOver = async (stops: readonly Prompt[]) => {
    const now = await taking.accept(stops)
    if (now !== null) handleAssigned(now)
  }
  return (
    <div className="prompts">
      <div className="prompts-bar">
        <Segmented
          label={t('common:span.label')}
          value={String(days)}
          options={spans.map((value) => ({ value: String(value), label: t('days', { count: value }) }))}
          onChange={(span) => setSearch({ days: span }, { replace: true })}
        />
        <span role="status">{query.data !== undefined && t('waiting', { count: query.data.total })}</span>
      </div>
      {/* Of those that were chosen; nothing chosen: of all that are shown. */}
      <ProposalsBar stops={marked.length > 0 ? marked : items} taking={taking} onAccept={takeOver} />
      <AssignedBar assigned={assigned} onUndone={() => setAssigned(null)} />
      <QueryState query={query} />
      {query.data !== undefined && items.length === 0 && <p className="list-empty">{t('none')}</p>}
      <ul className="prompt-list" aria-label={t('part.prompts')}>
        {items.map((item) => (
          <PromptCard
            key={item.id}
            prompt={item}
            isMarked={chosen.has(item.id)}
            onMark={(isMarked) => mark(item.id, isMarked)}
            onReason={() => setPrompts([item])}
            onAccept={() => void takeOver([item])}
          />
        ))}
      </ul>
      <MarkedBar marked={marked} onUnmark={() => setChosen(new Set())} onGive={() => setPrompts(marked)} />
      {prompts !== null && (
        <ReasonSheet stops={prompts} onAssigned={handleAssigned} onClose={() => setPrompts(null)} />
      )}
    </div>
  )
}

interface MarkedProps {
  readonly marked: readonly Prompt[]
  readonly onUnmark: () => void
  readonly onGive: () => void
}

/** Gives one reason to all that are marked. */
function MarkedBar({ marked, onUnmark, onGive }: MarkedProps) {
  const { t } = useTranslation('stop-reasons')
  const [first] = marked
  if (first === undefined) return null
  return (
    <div className="prompts-marked" role="region" aria-label={t('marked', { count: marked.length })}>
      <span>{t('marked', { count: marked.length })}</span>
      <Button onClick={onUnmark}>{t('common:clear')}</Button>
      <ReasonButton type="primary" allowed={first.can.reason} onClick={onGive}>
        {t('giveAll')}
      </ReasonButton>
    </div>
  )
}

interface ProposalsProps {
  readonly stops: readonly Prompt[]
  readonly taking: ReturnType<typeof useGiveReason>
  readonly onAccept: (stops: readonly Prompt[]) => Promise<void>
}

/** Takes over all that is proposed for these stops. */
function ProposalsBar({ stops, taking: { busy, error }, onAccept }: ProposalsProps) {
  const { t } = useTranslation('stop-reasons')
  const count = proposed(stops).length
  return (
    <>
      {count > 0 && (
        <div className="proposals-bar">
          <span>{t('proposals', { count })}</span>
          <Button busy={busy} onClick={() => void onAccept(stops)}>
            {t('acceptAll', { count })}
          </Button>
        </div>
      )}
      {error !== null && <ProblemAlert error={error} />}
    </>
  )
}

interface AssignedBarProps {
  readonly assigned: AssignedReasons | null
  readonly onUndone: () => void
}

/** Reasons just assigned, with an undo button. */
function AssignedBar({ assigned, onUndone }: AssignedBarProps) {
  const { t } = useTranslation('stop-reasons')
  const nameOf = useNames()
  const { busy, error, takeBack } = useGiveReason()
  const undo = async () => {
    if (assigned !== null && (await takeBack(assigned))) onUndone()
  }
  return (
    <>
      {error !== null && <ProblemAlert error={error} />}
      <div className="given-bar" role="status">
        {assigned !== null && (
          <>
            <span>
              {assigned.done.length > 0 &&
                (assigned.reason === null
                  ? t('accepted', { count: assigned.done.length })
                  : t('given', { reason: nameOf(assigned.reason.names), count: assigned.done.length }))}
              {assigned.refused > 0 && ` ${t('refused', { count: assigned.refused })}`}
            </span>
            {assigned.done.length > 0 && (
              <Button size="small" busy={busy} onClick={() => void undo()}>
                {t('undo')}
              </Button>
            )}
          </>
        )}
      </div>
    </>
  )
}

const parts = {
  prompts: <PromptsPart />,
  reasons: <ReasonsPart />,
}

/** Stops that wait for a word, and the words there are. */
export function StopsPage() {
  const { t } = useTranslation('stop-reasons')
  return (
    <div className="page is-filling stops-page">
      <PageHeader title={t('shell:route.equipmentStops')} />
      <PageParts label={t('parts')} titleOf={(part) => t(`part.${part}`)} parts={parts} />
    </div>
  )
}
