import type { Language } from '@cloud-factory/contract/identity/access'
import type { DisplayInfo, DisplayPlaces } from '@cloud-factory/contract/displays/display-info'
import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { languageNames, languageWords, useSettings } from '../../shared/settings.ts'
import { noticeState } from './info.rules.ts'
import { useToday } from '../../shared/format/dates.ts'
import { StoredPicture } from './info-fields.tsx'

interface Props {
  readonly draft: DisplayInfo
  readonly places: DisplayPlaces
}

const dayMs = 86_400_000

/** Small preview of the wall: header, ticker and plan, in any of its languages. */
export function InfoPreview({ draft, places }: Props) {
  const { t } = useTranslation('display-info')
  const own = useSettings((settings) => settings.language)
  const [language, setLanguage] = useState<Language>(own)
  const today = useToday()
  const days = daysSince(draft.safetySince, today)
  const notices = draft.notices.filter((notice) => noticeState(notice, today) === 'now')
  const textOf = (words: Readonly<Record<Language, string>>) => words[language] || words.zh
  return (
    <section className="info-preview" aria-label={t('preview')}>
      <div className="preview-bar">
        <h2>{t('preview')}</h2>
        <Segmented<Language>
          size="small"
          value={language}
          onChange={setLanguage}
          options={languageWords.map((value) => ({ value, label: languageNames[value] }))}
        />
      </div>
      <div className="preview-wall" lang={language}>
        <div className="preview-head">
          {draft.logo !== null && (
            <StoredPicture id={draft.logo} label={t('field.logo')} className="preview-logo" />
          )}
          <div className="preview-names">
            <strong>{textOf(draft.names)}</strong>
            {textOf(draft.slogan) !== '' && <span>{textOf(draft.slogan)}</span>}
          </div>
          {days !== null && (
            <div className="preview-safety">
              <strong>{days}</strong>
              <span>{t(`wallSafety.${language}`)}</span>
            </div>
          )}
        </div>
        <PreviewPlan draft={draft} places={places} />
        <div className="preview-ticker">
          {notices.length === 0 ? (
            <span className="preview-none">{t('noNoticeNow')}</span>
          ) : (
            <ul>
              {notices.map(({ text, urgent }, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- notices have nothing of their own
                <li key={at} className={urgent ? 'is-urgent' : undefined}>
                  {textOf(text)}
                </li>
              ))}
            </ul>
          )}
        </div>
        {draft.duty.name !== '' && (
          <div className="preview-duty">{t(`wallDuty.${language}`, draft.duty)}</div>
        )}
      </div>
    </section>
  )
}

/** Days without an accident; null: they are not counted. */
const daysSince = (day: string | null, today: string): number | null =>
  day === null ? null : Math.max(0, Math.round((Date.parse(today) - Date.parse(day)) / dayMs))

/** The plan as the wall draws it: machines that are no simulation. */
function PreviewPlan({ draft: { plan, workshops, machines }, places }: Props) {
  const { t } = useTranslation('display-info')
  const known = useMemo(() => new Map(places.machines.map((machine) => [machine.id, machine])), [places])
  const names = new Map(places.workshops.map(({ id, name }) => [id, name]))
  return (
    <svg
      className="preview-plan"
      viewBox={`0 0 ${plan.widthM} ${plan.depthM}`}
      role="img"
      aria-label={t('part.plan')}
    >
      {workshops.map(({ workshopId, xM, yM, widthM, depthM }) => (
        <g key={workshopId}>
          <rect className="preview-bay" x={xM} y={yM} width={widthM} height={depthM} />
          <text x={xM + widthM - 1} y={yM + depthM - 1} textAnchor="end">
            {names.get(workshopId)}
          </text>
        </g>
      ))}
      {machines.map(({ machineId, xM, yM, widthM, depthM }) => {
        const machine = known.get(machineId)
        if (machine === undefined || machine.source === 'sim') return null
        return (
          <rect key={machineId} className="preview-machine" x={xM} y={yM} width={widthM} height={depthM}>
            <title>{`${machine.code} ${machine.name}`}</title>
          </rect>
        )
      })}
    </svg>
  )
}
