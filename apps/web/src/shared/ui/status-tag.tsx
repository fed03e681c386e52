import { Tag } from 'antd'

/** Meaning of a state, shown as colour beside its word: never by colour alone. */
export type Tone = 'neutral' | 'active' | 'good' | 'warn' | 'bad'

const colors = {
  neutral: 'default',
  active: 'processing',
  good: 'success',
  warn: 'warning',
  bad: 'error',
} as const

export function StatusTag({ tone, text }: { readonly tone: Tone; readonly text: string }) {
  return <Tag color={colors[tone]}>{text}</Tag>
}
