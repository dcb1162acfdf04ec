import { Alert, Button, Group, Loader, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { isApiError } from '@open-oms/client/errors'
import { downloadFile } from '@open-oms/client/files'
import type { Asset } from '@open-oms/client/types'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { NumberField } from '../../display/number-field.tsx'
import { gateway } from '../../session/gateway.ts'
import { useIdempotencyKey } from '../../session/use-idempotency-key.ts'
import { ErrorState } from '../../shell/states.tsx'
import { useKeepOpen } from '../../shell/use-keep-open.ts'
import { type AssetOwner, updateAsset, uploadAsset } from './asset-writes.ts'
import { CropFrame } from './crop-frame.tsx'
import { largestPart, type RatioName, type Rectangle, ratios, withNumber } from './crop-rectangle.ts'

/** The types that browsers write; a part of any other picture becomes a PNG. */
const extensions: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' }
const QUALITY = 0.92

/**
 * Reads a stored picture as it was added. Raises `InvalidStateError` for a picture that the browser
 * cannot show.
 */
async function readPicture({ assetId, fileName }: Asset, signal: AbortSignal): Promise<ImageBitmap> {
  const params = { assetId: assetId ?? '', fileName: fileName ?? 'file' }
  const { content, type } = await downloadFile(gateway, '/assets/{assetId}/{fileName}', { params, signal })
  const blob = await new Response(content, { headers: type === null ? {} : { 'content-type': type } }).blob()
  return await createImageBitmap(blob)
}

/** A part of a picture as a file of the same type, where browsers write it. */
async function partOfPicture(picture: ImageBitmap, { x, y, width, height }: Rectangle, asset: Asset): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(picture, x, y, width, height, 0, 0, width, height)
  const type = (asset.contentType ?? '') in extensions ? (asset.contentType ?? '') : 'image/png'
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY))
  if (blob === null) throw new Error('The browser could not write the picture.')
  return new File([blob], partName(asset.fileName, extensions[type] ?? 'png'), { type })
}

/** `cup.png` becomes `cup-crop.png`. */
function partName(fileName: string | null, extension: string): string {
  const name = (fileName ?? '').replace(/\.[^.]*$/, '')
  return `${name === '' ? 'picture' : name}-crop.${extension}`
}

type CropProps = { owner: AssetOwner; asset: Asset; onDone: () => void }

/**
 * Makes a picture of a part of another one. The API crops nothing: the part is added as a picture
 * beside the whole one.
 */
export function CropPicture({ owner, asset, onDone }: CropProps) {
  const t = useTranslations('catalogue.crop')
  const picture = useQuery({
    queryKey: ['catalogue', 'picture', asset.assetId, asset.url],
    queryFn: ({ signal }) => readPicture(asset, signal),
    retry: false,
    // It may be 200 MB of memory.
    gcTime: 0,
  })
  if (picture.isPending) return <Loader role="status" aria-label={t('loading')} />
  if (picture.isError && isApiError(picture.error))
    return <ErrorState error={picture.error} onRetry={() => void picture.refetch()} />
  if (picture.isError) return <Alert variant="outline" color="red" role="alert" title={t('unreadable')} />
  return <CropForm owner={owner} asset={asset} picture={picture.data} onDone={onDone} />
}

function CropForm({ owner, asset, picture, onDone }: CropProps & { picture: ImageBitmap }) {
  const t = useTranslations('catalogue.crop')
  const [ratio, setRatio] = useState<RatioName>('free')
  const [part, setPart] = useState(() => largestPart(picture, null))
  const crop = useCrop({ owner, asset, picture, onDone })
  const isWhole = part.width === picture.width && part.height === picture.height
  return (
    <Stack>
      <CropFrame picture={picture} part={part} ratio={ratios[ratio]} onChange={setPart} />
      <NativeSelect
        label={t('ratio')}
        value={ratio}
        data={(Object.keys(ratios) as RatioName[]).map((value) => ({ value, label: t(`ratios.${value}`) }))}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.value as RatioName
          setRatio(chosen)
          setPart(largestPart(picture, ratios[chosen]))
        }}
      />
      <SimpleGrid cols={{ base: 2, xs: 4 }}>
        {(['x', 'y', 'width', 'height'] as const).map((name) => (
          <NumberField
            key={name}
            label={t(name)}
            min={0}
            allowDecimal={false}
            allowNegative={false}
            value={part[name]}
            // Typed numbers are exact: they do not heed the ratio.
            onChange={(value) => {
              if (value === null) return
              setRatio('free')
              setPart(withNumber(part, { [name]: value }, picture))
            }}
          />
        ))}
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        {t('explain')}
      </Text>
      {crop.isError ? <ErrorState error={crop.error} /> : null}
      <Group justify="flex-end">
        <Button disabled={isWhole} loading={crop.isPending} onClick={() => crop.mutate(part)}>
          {t('submit')}
        </Button>
      </Group>
    </Stack>
  )
}

function useCrop({ owner, asset, picture, onDone }: CropProps & { picture: ImageBitmap }) {
  const t = useTranslations('catalogue')
  const queries = useQueryClient()
  const keyOf = useIdempotencyKey()
  const cropping = useMutation({
    mutationFn: async (part: Rectangle) => {
      const file = await partOfPicture(picture, part, asset)
      // The same part sent again, after a lost connection or a failure behind it, is not added
      // twice.
      const added = await uploadAsset(owner, { file, idempotencyKey: keyOf(JSON.stringify(part)) })
      // Nobody else has seen the new picture yet, so no version is compared.
      if (added?.assetId) await updateAsset(owner, { assetId: added.assetId, ...assetTexts(asset) }, null)
    },
    onSuccess: () => {
      const message = t('crop.saved')
      notifications.show({ color: 'green', message, closeButtonProps: { 'aria-label': t('edit.close') } })
      onDone()
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: ['catalogue'] }),
  })
  useKeepOpen(cropping.isPending)
  return cropping
}

/** What the part has from the whole: it takes its place as the main picture. */
function assetTexts({ name, altText, description, purpose, sortOrder, isMainImage }: Asset) {
  return { name, altText, description, purpose, sortOrder, ...(isMainImage ? { isMainImage } : {}) }
}
