import type { ComponentProps } from 'react'

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'hidden' | 'onChange'> {
  readonly onFiles: (files: File[]) => void
}

/** Field for files that a button opens. The same file, corrected, can be chosen again. */
export const FileInput = ({ onFiles, ...input }: Props) => (
  <input
    {...input}
    type="file"
    hidden
    onChange={({ target }) => {
      onFiles([...(target.files ?? [])])
      target.value = ''
    }}
  />
)
