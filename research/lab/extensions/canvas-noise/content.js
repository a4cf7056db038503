;(() => {
  const { prototype } = CanvasRenderingContext2D
  const { getImageData } = prototype
  prototype.getImageData = function (...given) {
    const image = getImageData.apply(this, given)
    for (let i = 0; i < image.data.length; i += 7) image.data[i] ^= 1
    return image
  }
})()
