import type { BoltIssue } from '@cloud-factory/contract/bolts/bolts'
import { count } from '../../shared/format/numbers.ts'
import { usePrintWords } from '../printing/sheet.tsx'

/** Bolts that go with the steel, below the rows of a packing list or delivery note. */
export function PrintedBolts({ bolts }: { readonly bolts: readonly BoltIssue[] | undefined }) {
  const t = usePrintWords('bolts')
  if (bolts === undefined || bolts.length === 0) return null
  return (
    <section>
      <h2>{t('printed')}</h2>
      <ul>
        {bolts.map(({ id, quantity, designation, lot, package: pack }) => (
          <li key={id}>
            {`${count(quantity)} × ${designation} · ${t('field.lotNo')} ${lot.no} · ${pack?.no ?? ''}`}
          </li>
        ))}
      </ul>
    </section>
  )
}
