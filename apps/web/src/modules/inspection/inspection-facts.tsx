import type { InspectionForm } from '@cloud-factory/contract/inspection/inspection-forms'
import { lotVerdict, soundPieces } from '@cloud-factory/contract/inspection/verdict.rules'
import { Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { Facts } from '../../shared/ui/facts.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { absent } from '../../shared/format/numbers.ts'
import { useSettings } from '../../shared/settings.ts'
import { RecordHead, stepsOf } from '../../shared/ui/record-head.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { ConversationButton } from '../inbox/conversation-button.tsx'
import { InspectionDocuments } from '../quality-documents/record-document.tsx'
import { type InspectionAction, inspectionActions, inspectionLife } from './inspection-actions.rules.ts'
import { InspectionDialog } from './inspection-actions.tsx'
import { InspectionStatusTag, VerdictTag } from './inspection-labels.tsx'
import { useQueue } from './reading-queue.ts'
import { CrewSelect } from '../../shared/form/crew-select.tsx'
import { MachineSelect } from '../../shared/form/machine-select.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { useSaveForm } from './inspections.queries.ts'

const takesAway: ReadonlySet<InspectionAction> = new Set(['cancel'])

/** Number, state, what is inspected, next step and figures. */
export function InspectionHead({ form }: { readonly form: InspectionForm }) {
  const { t } = useTranslation('inspection')
  const { pending } = useQueue(form.id)
  const [action, act] = useState<InspectionAction | null>(null)
  const { byRule, measured, points, outside } = countsOf(form)
  return (
    <>
      <RecordHead
        no={form.no}
        state={<InspectionStatusTag status={form.status} />}
        marks={
          <>
            {form.verdict !== null && <VerdictTag verdict={form.verdict} />}
            {form.isHoldPoint && <StatusTag tone="warn" text={t('common:gate.hold')} />}
          </>
        }
        about={<Subject form={form} />}
        steps={stepsOf(inspectionLife, form.status, t('field.status'), (state) => t(`status.${state}`))}
        actions={inspectionActions(form, pending.size > 0)}
        wordOf={(word) => t(word === 'raise' ? 'raiseNcr' : `action.${word}`)}
        danger={takesAway}
        onAct={act}
        figures={[
          [t('field.measured'), t('measuredOf', { measured, pieces: form.pieces })],
          [t('field.points'), t('pointsOf', { read: form.readings.length, points })],
          [t('field.outside'), outside],
          [
            t('field.byRule'),
            form.readings.length === 0 ? absent : <VerdictTag key="rule" verdict={byRule} />,
          ],
        ]}
      >
        <ConversationButton kind="inspection" id={form.id} />
        <InspectionDocuments form={form} />
      </RecordHead>
      {action !== null && <InspectionDialog form={form} action={action} onClose={() => act(null)} />}
    </>
  )
}

/** Order, mark, stage and process. */
function Subject({ form: { order, mark, stage, process } }: { readonly form: InspectionForm }) {
  const { t } = useTranslation('inspection')
  const language = useSettings((settings) => settings.language)
  return (
    <>
      {order !== null && (
        <>
          <Link to={`/order/detail/${order.id}`}>{order.no}</Link> · {mark} ·{' '}
        </>
      )}
      {t(`stage.${stage}`)}
      {process !== null && process.names[language] !== t(`stage.${stage}`) && ` · ${process.names[language]}`}
    </>
  )
}

/** Inspectors, times and standard. */
export function InspectionFacts({ form }: { readonly form: InspectionForm }) {
  const { t } = useTranslation('inspection')
  const instant = useInstant()
  const through = useThrough(form)
  const invited = useInvitationText(form)
  const link = (to: { readonly id: string; readonly no: string }) => (
    <Link key={to.id} to={`/quality/inspection/${to.id}`}>
      {to.no}
    </Link>
  )
  const minute = '{y}-{m}-{d} {h}:{i}'
  const facts: readonly Fact[] = [
    [t('field.standard'), <Standard key="standard" form={form} />],
    [t('field.shape'), t(`shape.${form.shape}`)],
    ...textOf(t('field.through'), through),
    [t('field.inspector'), withTime(form.inspector, instant(form.submittedAt, minute))],
    [t('field.judge'), withTime(form.judge, instant(form.judgedAt, minute))],
    [t('field.crew'), <CrewFact key="crew" form={form} />],
    [t('field.machine'), <MachineFact key="machine" form={form} />],
    ...(form.parent === null ? [] : [[t('field.parent'), link(form.parent)] as const]),
    ...(form.corrects === null ? [] : [[t('field.corrects'), link(form.corrects)] as const]),
    ...linksOf(t('field.followers'), form.followers.map(link)),
    ...linksOf(
      t('field.ncrs'),
      form.ncrs.map(({ id, no }) => (
        <Link key={id} to={`/quality/ncr/${id}`}>
          {no}
        </Link>
      )),
    ),
    ...textOf(t('field.invitation'), invited),
    ...textOf(t('field.reason'), form.reason),
    ...textOf(t('field.judgeNote'), form.judgeNote),
    ...(form.hash === null
      ? []
      : [
          [
            t('field.hash'),
            <code key="hash" title={form.hash}>
              {form.hash.slice(0, 16)}…
            </code>,
          ] as const,
        ]),
  ]
  return <Facts className="inspection-facts" facts={facts} />
}

/** The edition that it is inspected by. A draft and unverified items are marked. */
function Standard({ form }: { readonly form: InspectionForm }) {
  const { t } = useTranslation('inspection')
  return (
    <span>
      {form.standardCode} {form.editionNo}{' '}
      {form.editionStatus === 'draft' && <Tag color="warning">{t('common:status.draft')}</Tag>}
      {form.unverified > 0 && (
        <Tag color="warning">{t('unverified', { open: form.unverified, items: form.items.length })}</Tag>
      )}
    </span>
  )
}

/** Which pieces of a failed lot are released nevertheless, as text; null unless the lot failed. */
function useThrough({ verdict, lot, byRule, readings }: InspectionForm): string | null {
  const { t } = useTranslation('inspection')
  if (verdict !== 'fail') return null
  const pass = soundPieces(byRule.verdict, lot, readings).size
  const isSample = lot.some(({ measured }) => !measured)
  return isSample ? t('through.none') : t('through.some', { pass, fail: lot.length - pass })
}

/** Who is invited to witness it and what the customer answered; null: nobody. */
function useInvitationText({ invitation }: InspectionForm): string | null {
  const { t } = useTranslation('inspection')
  if (invitation === null) return null
  const { onDay, answer, answerDay, answerNote, answeredBy, signedBy } = invitation
  const words = { name: answeredBy ?? '', day: answerDay ?? onDay }
  return [
    onDay,
    answer === null ? t('invitation.open') : t(`invitation.${answer}`, words),
    answerNote,
    signedBy === null ? '' : t('invitation.signed', { name: signedBy }),
  ]
    .filter(Boolean)
    .join(' · ')
}

type Fact = readonly [string, ReactNode]

/** One field; none if the text is null or empty. */
const textOf = (word: string, text: string | null): readonly Fact[] =>
  text === null || text === '' ? [] : [[word, text]]

const linksOf = (word: string, links: readonly ReactNode[]): readonly Fact[] =>
  links.length === 0 ? [] : [[word, links]]

const withTime = (name: string | null, at: string): ReactNode => (name === null ? '–' : `${name} ${at}`)

/** As the readings are now, also while the server's answer is on its way. */
function countsOf(form: InspectionForm) {
  const measured = form.lot.filter((piece) => piece.measured).length
  const items = form.items.map((item) => ({
    ...item,
    readings: form.readings.filter((reading) => reading.itemId === item.id),
  }))
  return {
    byRule: lotVerdict(form.verdictFamily, items).verdict,
    measured,
    points: measured * form.items.reduce((sum, { points }) => sum + points, 0),
    outside: form.readings.filter(({ inside }) => !inside).length,
  }
}

/**
 * Machine that made the pieces; selectable while they are measured, if work reports are missing or
 * wrong.
 */
function MachineFact({ form }: { readonly form: InspectionForm }) {
  const { t } = useTranslation('inspection')
  const { save, error, busy } = useSaveForm(form)
  const names = form.machines.map(({ name }) => name).join(', ')
  if (form.can.read !== true) return names === '' ? '–' : names
  const [machine, ...others] = form.machines
  return (
    <>
      <MachineSelect
        size="small"
        className="maker-fact"
        aria-label={t('field.machine')}
        processId={form.process?.id ?? null}
        disabled={busy}
        placeholder={others.length > 0 ? names : t('machineUnknown')}
        value={others.length > 0 ? null : (machine?.id ?? null)}
        known={form.machines}
        onChange={(machineId) => void save({ machineId })}
      />
      {error !== null && <ProblemAlert error={error} />}
    </>
  )
}

/** Which crew made the pieces; chosen as the machine is. */
function CrewFact({ form }: { readonly form: InspectionForm }) {
  const { t } = useTranslation('inspection')
  const { save, error, busy } = useSaveForm(form)
  const names = form.crews.map(({ name }) => name).join(', ')
  if (form.can.read !== true) return names === '' ? '–' : names
  const [crew, ...others] = form.crews
  return (
    <>
      <CrewSelect
        size="small"
        className="maker-fact"
        aria-label={t('field.crew')}
        disabled={busy}
        placeholder={others.length > 0 ? names : t('machineUnknown')}
        value={others.length > 0 ? null : (crew?.id ?? null)}
        onChange={(crewId) => void save({ crewId })}
      />
      {error !== null && <ProblemAlert error={error} />}
    </>
  )
}
