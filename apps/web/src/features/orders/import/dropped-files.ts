const noise = /^(\.|__MACOSX$|thumbs\.db$)/i

const filesOfFolder = async (folder: FileSystemDirectoryEntry): Promise<File[]> => {
  const reader = folder.createReader()
  const found: File[] = []
  // A reader gives its entries in portions; an empty one is the end.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (entries.length === 0) return found
    for (const entry of entries) if (!noise.test(entry.name)) found.push(...(await filesOfEntry(entry)))
  }
}

const filesOfEntry = async (entry: FileSystemEntry): Promise<File[]> => {
  if (entry.isDirectory) return filesOfFolder(entry as FileSystemDirectoryEntry)
  return [await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))]
}

/** Files that were dropped, those inside of folders too. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  // Entries are gone once the event is over: all of them are taken before the first is read.
  const entries = Array.from(items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  if (entries.length === 0) return [...files]
  const found = await Promise.all(entries.map(filesOfEntry))
  return found.flat()
}
