import { Skeleton } from 'antd'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { usePart } from '../../../shared/ui/use-part.ts'
import { lazyPart } from '../../../shared/ui/lazy-part.ts'
import { Overlay } from '../../../shared/ui/overlay.tsx'
import { PageHeader } from '../../../shared/ui/page-header.tsx'
import { PartTabs } from '../../../shared/ui/part-tabs.tsx'
import { PromptsPart } from './prompts-part.tsx'
import './stops.css'

const ReasonsPart = lazyPart(async () => (await import('./reasons-part.tsx')).ReasonsPart)

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
        <Overlay>
          <Suspense fallback={<Skeleton active />}>
            {part === 'prompts' ? <PromptsPart /> : <ReasonsPart />}
          </Suspense>
        </Overlay>
      </PartTabs>
    </div>
  )
}
