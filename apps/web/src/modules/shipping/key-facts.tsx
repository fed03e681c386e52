import { Facts } from '../../shared/ui/facts.tsx'
import type { ReactNode } from 'react'

/** The figures everybody asks for first, in a row that wraps. */
export function KeyFacts({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
  return <Facts className="key-facts shipping-facts" facts={facts} />
}
