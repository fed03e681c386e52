import type { ImportView } from '@cloud-factory/contract/order-imports'
import { ImportFiles } from './import-files.tsx'
import { ReadingCard } from './reading-card.tsx'

/** What the reading took the files for: their encoding, and the meaning of each column. */
export function DetectedFacts({ view }: { readonly view: ImportView }) {
  return (
    <div className="detected">
      <ImportFiles view={view} />
      <ReadingCard view={view} />
    </div>
  )
}
