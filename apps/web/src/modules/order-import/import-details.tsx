import type { ImportView } from '@cloud-factory/contract/order-import/order-imports'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '../../shared/format/numbers.ts'
import { FindingsTable } from './findings-table.tsx'
import { needsColumns } from './needs-columns.rules.ts'
import { MarksTable } from './marks-table.tsx'
import { ImportFiles } from './import-files.tsx'
import { ReadingCard } from './reading-card.tsx'

type Part = 'findings' | 'marks' | 'detected'

/** Findings, marks and columns of an import; the part that matters most is shown first. */
export function ImportDetails({ view }: { readonly view: ImportView }) {
  const { t } = useTranslation('order-import')
  const { marks } = view.computed
  const found = view.errors + view.warnings
  const [part, setPart] = useState<Part>(() => firstPart(view))
  return (
    <section className="import-card">
      <Segmented<Part>
        className="import-parts"
        aria-label={t('part.label')}
        value={part}
        options={[
          { value: 'findings', label: t('part.findings', { n: count(found) }) },
          { value: 'marks', label: t('part.marks', { n: count(marks) }) },
          { value: 'detected', label: t('part.detected') },
        ]}
        onChange={setPart}
      />
      {part === 'findings' && <FindingsTable view={view} />}
      {part === 'marks' && <MarksTable importId={view.id} total={marks} />}
      {part === 'detected' && <DetectedFacts view={view} />}
    </section>
  )
}

function firstPart(view: ImportView): Part {
  if (needsColumns(view)) return 'detected'
  const found = view.errors + view.warnings
  return view.status !== 'applied' && (found > 0 || view.computed.marks === 0) ? 'findings' : 'marks'
}

/** Detected properties of the files: encoding and the meaning of each column. */
function DetectedFacts({ view }: { readonly view: ImportView }) {
  return (
    <div className="detected">
      <ImportFiles view={view} />
      <ReadingCard view={view} />
    </div>
  )
}
