import type { Language } from '@cloud-factory/contract/identity/access'
import { type ToolName, toolNames } from '@cloud-factory/domain/inspection/quality-enums'
import { useMemo } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useSettings } from '../../shared/settings.ts'
import type { RuleWords } from './rule-text.rules.ts'

const order: readonly Language[] = ['zh', 'en', 'es']
const han = /\p{Script=Han}/u

/**
 * The part in this language of a text in the form `中文 / English / español`; any other text
 * unchanged.
 */
export function partIn(text: string, language: Language): string {
  const parts = text.split(' / ')
  const [first = '', ...others] = parts
  const isThreefold = parts.length === 3 && han.test(first) && !others.some((part) => han.test(part))
  return isThreefold ? (parts[order.indexOf(language)] ?? text) : text
}

interface LongNames {
  readonly zh: string
  readonly en: string
  readonly es: string
}

/** Texts of rules, of names in three languages, and of tools, in the user's language. */
export function useStandardWords() {
  const { t } = useTranslation('standards')
  const language = useSettings((settings) => settings.language)
  const rule = useMemo(
    (): RuleWords => ({
      none: t('rule.noneText'),
      joint: t('place.joint'),
      other: t('place.other'),
      otherwise: t('rule.otherwise'),
      comma: t('rule.comma'),
      atMost: t('rule.atMost'),
      atLeast: t('rule.atLeast'),
    }),
    [t],
  )
  const nameOf = (names: LongNames) => names[language]
  const toolOf = (tool: string) =>
    toolNames.includes(tool as ToolName) ? t(`tool.${tool as ToolName}`) : tool
  const ownPart = (text: string) => partIn(text, language)
  return { rule, nameOf, toolOf, ownPart }
}
