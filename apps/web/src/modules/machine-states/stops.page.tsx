import { useTranslation } from 'react-i18next'
import { usePart } from '../../shared/ui/use-part.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PartTabs } from '../../shared/ui/part-tabs.tsx'
import { PromptsPart } from './prompts-part.tsx'
import './stops.css'
import { ReasonsPart } from './reasons-part.tsx'

const parts = ['prompts', 'reasons'] as const

/** Stops that wait for a word, and the words there are. */
export function StopsPage() {
  const { t } = useTranslation('stop-reasons')
  const [part, show] = usePart(parts)
  return (
    <div className="page is-filling stops-page">
      <PageHeader title={t('shell:route.equipmentStops')} />
      <PartTabs
        label={t('parts')}
        parts={parts.map((key) => ({ key, title: t(`part.${key}`) }))}
        shown={part}
        onShow={show}
      >
        {part === 'prompts' ? <PromptsPart /> : <ReasonsPart />}
      </PartTabs>
    </div>
  )
}
