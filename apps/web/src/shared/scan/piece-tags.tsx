import type { PieceMatch } from '@cloud-factory/contract/production/work'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../i18n/use-translation.tsx'
import { api } from '../api.ts'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { problemOf } from '../request.ts'
import './piece-choice.css'
import { CameraScan } from './camera-scan.tsx'
import { codesIn } from './scan.rules.ts'

interface OpenCode {
  readonly code: string
  /** None: no such piece; several: the user has to choose. */
  readonly pieces: readonly PieceMatch[]
}

/**
 * Looks up many codes at once. Codes of exactly one piece are passed on; the others stay open until the user chooses
 * a piece or types another code.
 */
export function useFoundPieces(onFound: (pieces: readonly PieceMatch[]) => void) {
  const [open, setOpen] = useState<readonly OpenCode[]>([])
  const look = useMutation({
    mutationFn: (codes: readonly string[]) => api('POST /api/piece-matches', { body: { codes: [...codes] } }),
    onSuccess: ({ items }) => {
      const sure = items.flatMap(({ pieces }) => (pieces.length === 1 ? pieces : []))
      setOpen(items.filter(({ pieces }) => pieces.length !== 1))
      if (sure.length > 0) onFound(sure)
    },
  })
  return {
    find: (codes: readonly string[]) => look.mutate(codes),
    busy: look.isPending,
    error: look.error,
    open,
    choose: (code: string, piece: PieceMatch) => {
      setOpen((now) => now.filter((one) => one.code !== code))
      onFound([piece])
    },
  }
}

/** Codes without a piece, and codes of several orders with a choice for each. */
export function OpenCodes({ search }: { readonly search: ReturnType<typeof useFoundPieces> }) {
  const { t } = useTranslation()
  const unknown = search.open.filter(({ pieces }) => pieces.length === 0).map(({ code }) => code)
  return (
    <>
      {search.error !== null && <ProblemAlert error={search.error} />}
      {unknown.length > 0 && (
        <Alert
          type="error"
          showIcon
          title={t('pieceChoice.unknown', { count: unknown.length, codes: unknown.join(', ') })}
        />
      )}
      {search.open
        .filter(({ pieces }) => pieces.length > 1)
        .map(({ code, pieces }) => (
          <PieceChoices
            key={code}
            code={code}
            pieces={pieces}
            onChoose={(piece) => search.choose(code, piece)}
          />
        ))}
    </>
  )
}

interface PieceProblemProps {
  /** The rejection value of a code's look-up. */
  readonly error: unknown
  readonly code: string
  /** Called with the QR text of the chosen piece. */
  readonly onChoose: (qr: string) => void
  readonly onRetry?: () => void
  /** The code is of a piece that has left the factory. */
  readonly gone?: boolean
}

/** Shows why a look-up failed; for a code that several orders have, offers a choice. */
export function PieceProblem({ error, code, onChoose, onRetry, gone = false }: PieceProblemProps) {
  if (problemOf(error)?.params?.['reason'] === 'piece.several')
    return <PieceChoice code={code} gone={gone} onChoose={onChoose} />
  return <ProblemAlert error={error} {...(onRetry === undefined ? {} : { onRetry })} />
}

type PieceChoiceProps = Required<Pick<PieceProblemProps, 'code' | 'gone' | 'onChoose'>>

function PieceChoice({ code, gone, onChoose }: PieceChoiceProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['orders', 'piece-matches', code, gone],
    queryFn: ({ signal }) =>
      api('GET /api/piece-matches', { query: { code, ...(gone && { gone: 'true' as const }) }, signal }),
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
function PieceChoices({ code, pieces, onChoose }: ChoicesProps) {
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
              <small>{[piece.serial, piece.mark, piece.profile, piece.project].join(' · ')}</small>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface Known {
  readonly value: string
  readonly label: string
}

interface PieceTagsProps {
  readonly value?: string[]
  readonly onChange?: (pieces: string[]) => void
  /** Set by the form item. */
  readonly id?: string
  /** Display names of pieces that are given by their ids. */
  readonly known?: readonly Known[]
}

/**
 * Pieces by id, serial number or code: typed, pasted as a list, from a keyboard scanner (its Enter accepts each), or
 * one by one from the camera. A typed code becomes its piece as soon as it is found; the others are listed below.
 */
export function PieceTags({ value = [], onChange, id, known = [] }: PieceTagsProps) {
  const { t } = useTranslation()
  const [found, setFound] = useState<readonly Known[]>([])
  const add = (pieces: readonly PieceMatch[]) => {
    const fresh = pieces.map(({ id: piece, serial, orderNo }) => ({
      value: piece,
      label: `${serial} · ${orderNo}`,
    }))
    setFound((before) => [...before, ...fresh])
    onChange?.([...new Set([...value, ...fresh.map((one) => one.value)])])
  }
  const search = useFoundPieces(add)
  const names = [...known, ...found]
  const change = (pieces: string[]) => {
    const isKnown = (piece: string) => value.includes(piece) || names.some((name) => name.value === piece)
    const typed = pieces.filter((piece) => !isKnown(piece))
    onChange?.(pieces.filter(isKnown))
    if (typed.length > 0) search.find(codesIn(typed.join('\n')))
  }
  return (
    <>
      <Select
        {...(id === undefined ? {} : { id })}
        mode="tags"
        open={false}
        suffixIcon={null}
        options={names}
        loading={search.busy}
        tokenSeparators={[',', '，', ';', ' ', '\n', '\t']}
        maxCount={200}
        value={value}
        onChange={change}
      />
      <div className="piece-camera">
        <CameraScan goesOn label={t('common:scan.camera')} onCode={(code) => search.find(codesIn(code))} />
      </div>
      <OpenCodes search={search} />
    </>
  )
}
