import { Box, Center, Image } from '@mantine/core'
import { IconFile, IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import { type PreviewSize, previewUrl } from './stored-file.ts'

type PictureProps = {
  /** The address of a stored picture; null when there is none to show. */
  url: string | null
  size: PreviewSize
  alt: string
  height: number
  width?: number | string
  isFile?: boolean
}

/**
 * The preview of a stored picture in a box whose size does not depend on it; an icon where there is
 * none.
 */
export function AssetPicture({ url, size, alt, height, width = '100%', isFile = false }: PictureProps) {
  const source = previewUrl(url, size)
  const [failed, setFailed] = useState<string | null>(null)
  const Icon = isFile ? IconFile : IconPhotoOff
  return (
    <Box w={width} h={height} className="picture-box">
      {source === null || source === failed ? (
        <Center h="100%" c="dimmed" role={alt === '' ? undefined : 'img'} aria-label={alt === '' ? undefined : alt}>
          <Icon size={Math.min(32, height * 0.5)} stroke={1.5} aria-hidden />
        </Center>
      ) : (
        <Image src={source} alt={alt} h={height} fit="contain" loading="lazy" onError={() => setFailed(source)} />
      )}
    </Box>
  )
}
