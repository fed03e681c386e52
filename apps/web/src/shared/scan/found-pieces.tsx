import type { PieceMatch } from '@cloud-factory/contract/production/work'
import { useMutation } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { PieceChoices } from './piece-choice.tsx'

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
