import { useCallback } from 'react'
import { useTranslation } from './i18n/use-translation.tsx'
import { isLost } from './lost.ts'
import { isRequestFailure, problemOf } from './request.ts'
import { useReasonText } from './ui/use-reason-text.ts'

/** Whether the server asks for a reason, because a quantity is most likely a mistake. With a reason it is accepted. */
export const isQuestion = (error: unknown): boolean =>
  /\bunlikely\b|_unlikely$/.test(String(problemOf(error)?.params?.['reason']))

/** Sentence for the rejection value of a request: the translated problem, else the specified text, else 'no network'. */
export function useProblemMessage(): (error: unknown) => string {
  const { t, i18n } = useTranslation('problem')
  const reasonText = useReasonText()
  return useCallback(
    (error) => {
      if (!isRequestFailure(error)) return t(isLost(error) ? 'offline' : 'unknown')
      const { problem } = error
      if (problem === null || !i18n.exists(`problem:${problem.code}`)) return t('weakNetwork')
      const reason = problem.params?.['reason']
      const why = reasonText(typeof reason === 'string' ? reason : 'other', undefined, problem.params)
      if (isQuestion(error)) return why
      return t(problem.code, { ...problem.params, reason: why, defaultValue: why })
    },
    [t, i18n, reasonText],
  )
}
