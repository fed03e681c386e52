import type { PieceMatch } from '@cloud-factory/contract/production/work'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { problemOf } from '../request.ts'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import './piece-choice.css'

interface Props {
  /** The rejection value of a code's look-up. */
  readonly error: unknown
  readonly code: string
  /** Called with the QR text of the chosen piece. */
  readonly onChoose: (qr: string) => void
  readonly onRetry?: () => void
}

/** Shows why a look-up failed; for a code that several orders have, offers a choice. */
export function PieceProblem({ error, code, onChoose, onRetry }: Props) {
  if (problemOf(error)?.params?.['reason'] === 'piece.several')
    return <PieceChoice code={code} onChoose={onChoose} />
  return <ProblemAlert error={error} {...(onRetry === undefined ? {} : { onRetry })} />
}

function PieceChoice({ code, onChoose }: Pick<Props, 'code' | 'onChoose'>) {
  const { data, error, refetch } = useQuery({
    queryKey: ['orders', 'piece-matches', code],
    queryFn: ({ signal }) => api('GET /api/piece-matches', { query: { code }, signal }),
  })
  if (error !== null) return <ProblemAlert error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton active />
  return <PieceChoices code={code} pieces={data.items} onChoose={({ qr }) => onChoose(qr)} />
}

interface ChoicesProps {
  readonly code: string
  readonly pieces: readonly PieceMatch[]
  readonly onChoose: (piece: PieceMatch) => void
}

/** The pieces that a code can refer to, each with its order. */
export function PieceChoices({ code, pieces, onChoose }: ChoicesProps) {
  const { t } = useTranslation()
  const title = t('pieceChoice.title', { code })
  return (
    <section className="piece-choice" aria-label={title}>
      <p role="status">{title}</p>
      <ul>
        {pieces.map((piece) => (
          <li key={piece.id}>
            <Button size="large" block onClick={() => onChoose(piece)}>
              <span>
                <b>{piece.orderNo}</b> {piece.orderName}
              </span>
              <small>{[piece.serial, piece.mark, piece.profile].join(' · ')}</small>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
