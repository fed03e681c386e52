import type { StopProposal } from '@cloud-factory/contract/machine-states/machine-states'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { absent } from '../../shared/format/numbers.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { reasonsQuery } from './states.queries.ts'

/** A proposed reason and its source. */
export function ProposalLine({ proposal }: { readonly proposal: StopProposal }) {
  const { t } = useTranslation('machine-states')
  const nameOf = useNames()
  const { data } = useQuery(reasonsQuery)
  const { reasonId, code, text, names, from } = proposal
  const reason = data?.items.find(({ id }) => id === reasonId)
  const words = names === null ? text : nameOf(names)
  return (
    <span className="proposal-line">
      {t('proposed', { reason: reason === undefined ? absent : nameOf(reason.names) })}{' '}
      <small>
        {t(`proposedFrom.${from}`, { code })} {words !== code && words}
      </small>
    </span>
  )
}
