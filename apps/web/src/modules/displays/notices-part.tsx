import type { DisplayInfo } from '@cloud-factory/contract/displays/display-info'
import type { InfoProblem } from '@cloud-factory/contract/displays/display-info.rules'
import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { DayField } from '../../shared/form/day-field.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { Labelled } from './info-labelled.tsx'
import { noticeState } from './notices.rules.ts'
import { SortedList } from './sorted-list.tsx'
import { useToday } from './use-today.ts'
import type { InfoWork } from './use-info-draft.ts'
import { WordsField } from './words-field.tsx'

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
