import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, download, type Answer } from '../../shared/api.ts'
import { QueryState } from '../../shared/ui/problem-alert.tsx'
import { KnownProcesses } from '../planning/plan.queries.ts'
import { ModelView } from './model-view.tsx'
import { type ChunkSource, decoded } from './models.queries.ts'

interface Props {
  /** Of the customer's session. */
  readonly token: string
  readonly orderId: string
  readonly title: string
  readonly processes: Answer<'GET /api/customer/project'>['processes']
}

/** The model of an order as its customer sees it: the same picture, without ways into records of the factory. */
export function CustomerModel({ token, orderId, title, processes }: Props) {
  const query = useQuery({
    queryKey: ['customer', 'model', orderId, token],
    queryFn: ({ signal }) =>
      api('GET /api/customer/orders/:id/model', { params: { id: orderId }, token, signal, quiet: true }),
  })
  const source = useMemo(
    (): ChunkSource => async (id, position, signal) => {
      const sent = { params: { id, position: String(position) }, token, signal, quiet: true }
      const { blob } = await download('GET /api/customer/models/:id/chunks/:position', sent)
      return decoded(blob)
    },
    [token],
  )
  const { data } = query
  if (data === undefined) return <QueryState query={query} />
  return (
    <KnownProcesses value={processes}>
      <ModelView
        model={data}
        members={data.members}
        states={data}
        title={title}
        source={source}
        token={token}
        orderId={orderId}
      />
    </KnownProcesses>
  )
}
