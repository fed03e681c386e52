import type { DisplayInfo } from '@cloud-factory/contract/displays/display-info'
import type { InfoProblem } from '@cloud-factory/contract/displays/display-info.rules'
import { Checkbox, Input, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { DayField } from '../../shared/form/day-field.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { Labelled, WordsField, PictureField } from './info-fields.tsx'
import { noticeState } from './info.rules.ts'
import { SortedList } from './sorted-list.tsx'
import { useToday } from '../../shared/format/dates.ts'
import type { InfoWork } from './use-info-draft.ts'
import { type Masking, maskings } from '@cloud-factory/domain/displays/display-enums'

type Notice = DisplayInfo['notices'][number]

interface Props {
  readonly work: InfoWork
  readonly problems: readonly InfoProblem[]
}
const tones = { now: 'good', coming: 'active', over: 'neutral' } as const

/** Notices of the ticker in display order, each with its period. */
export function NoticesPart({ work: { draft, change }, problems }: Props) {
  const { t } = useTranslation('display-info')
  const reasonText = useReasonText()
  const today = useToday()
  const problemOf = (at: number, field: string) => {
    const found = problems.find(({ path }) => path === `notices.${at}.${field}`)
    return found === undefined ? null : (
      <p className="problem-line" role="alert">
        {reasonText(found.reason)}
      </p>
    )
  }
  return (
    <SortedList<Notice>
      rows={draft.notices}
      onChange={(notices) => change({ notices })}
      nameOf={(at) => t('noticeNo', { no: at + 1 })}
      addWord={t('addNotice')}
      empty={t('noNotices')}
      most={50}
      fresh={() => ({ text: { zh: '', en: '', es: '' }, from: today, until: null, urgent: false })}
      aside={(notice) => {
        const state = noticeState(notice, today)
        return (
          <>
            <StatusTag tone={tones[state]} text={t(`noticeState.${state}`)} />
            {notice.urgent && <StatusTag tone="bad" text={t('urgent')} />}
          </>
        )
      }}
      render={(notice, set, at) => (
        <>
          <WordsField
            label={t('noticeText')}
            value={notice.text}
            most={200}
            long
            onChange={(text) => set({ text })}
          />
          {problemOf(at, 'text')}
          <NoticeDays notice={notice} onChange={set} />
          {problemOf(at, 'until')}
        </>
      )}
    />
  )
}

interface DaysProps {
  readonly notice: Notice
  readonly onChange: (part: Partial<Notice>) => void
}

/** When it is shown, and whether it is urgent. */
function NoticeDays({ notice, onChange }: DaysProps) {
  const { t } = useTranslation('display-info')
  const today = useToday()
  return (
    <div className="info-pair">
      <Labelled label={t('from')}>
        {(id) => (
          <DayField id={id} value={notice.from} onChange={(from) => onChange({ from: from ?? today })} />
        )}
      </Labelled>
      <Labelled label={t('until')} note={t('untilNote')}>
        {(id) => <DayField id={id} value={notice.until} onChange={(until) => onChange({ until })} />}
      </Labelled>
      <Checkbox
        className="notice-urgent"
        checked={notice.urgent}
        onChange={({ target }) => onChange({ urgent: target.checked })}
      >
        {t('urgent')}
      </Checkbox>
    </div>
  )
}

/** Names, slogan, logo, safety days, people on duty, and what is hidden from visitors. */
export function BasicsPart({ work: { draft, change } }: { readonly work: InfoWork }) {
  const { t } = useTranslation('display-info')
  const { duty, masking } = draft
  return (
    <div className="info-part">
      <WordsField
        label={t('field.names')}
        value={draft.names}
        most={60}
        onChange={(names) => change({ names })}
      />
      <WordsField
        label={t('field.slogan')}
        value={draft.slogan}
        most={80}
        onChange={(slogan) => change({ slogan })}
      />
      <PictureField label={t('field.logo')} value={draft.logo} onChange={(logo) => change({ logo })} />
      <div className="info-pair">
        <Labelled label={t('field.safetySince')} note={t('safetyNote')}>
          {(id) => (
            <DayField id={id} value={draft.safetySince} onChange={(safetySince) => change({ safetySince })} />
          )}
        </Labelled>
        <DutyFields duty={duty} onChange={(next) => change({ duty: next })} />
        {(['customers', 'projects'] as const).map((whose) => (
          <Labelled key={whose} label={t(`masking.${whose}`)}>
            {(id) => (
              <Select<Masking>
                id={id}
                value={masking[whose]}
                onChange={(how) => change({ masking: { ...masking, [whose]: how } })}
                options={maskings.map((value) => ({ value, label: t(`mask.${value}`) }))}
              />
            )}
          </Labelled>
        ))}
      </div>
    </div>
  )
}

type Duty = InfoWork['draft']['duty']

/** People on duty. */
function DutyFields({ duty, onChange }: { readonly duty: Duty; readonly onChange: (duty: Duty) => void }) {
  const { t } = useTranslation('display-info')
  return (
    <>
      <Labelled label={t('duty.name')}>
        {(id) => (
          <Input
            id={id}
            maxLength={40}
            value={duty.name}
            onChange={({ target }) => onChange({ ...duty, name: target.value })}
          />
        )}
      </Labelled>
      <Labelled label={t('duty.phone')}>
        {(id) => (
          <Input
            id={id}
            maxLength={40}
            inputMode="tel"
            value={duty.phone}
            onChange={({ target }) => onChange({ ...duty, phone: target.value })}
          />
        )}
      </Labelled>
    </>
  )
}
