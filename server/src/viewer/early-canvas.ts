/**
 * Functions for the script that starts the preview early: the style of its frame. It is where Storybook will show the
 * canvas, as it was arranged in this tab, and cannot be seen before there is a story in it. The width of the window is left
 * to the style, because in a frame that has just been created it is not known yet.
 */
export const earlyCanvasStyle = `
  function earlyCanvasStyle(early) {
    var layout = storedLayout()
    var toolbar = layout.showToolbar === false ? 0 : 40
    var sidebar = sizeOr(300, layout.navSize)
    var isBelow = layout.panelPosition !== 'right'
    var below = isBelow ? sizeOr(300, layout.bottomPanelHeight) : 0
    var right = isBelow ? 0 : sizeOr(400, layout.rightPanelWidth)
    function area(left, top, besides, others) {
      return '{ left: ' + left + 'px; top: ' + top + 'px; width: calc(100% - ' + besides + 'px); height: calc(100% - ' + others + 'px) }'
    }
    return early + '] { position: fixed; border: 0; background: white }' +
      early + '=""] { opacity: 0 }' +
      // On phones there is a bar below.
      early + '] ' + area(0, toolbar, 0, toolbar + 41) +
      '@media (min-width: 600px) {' +
        early + '] ' + area(sidebar, toolbar, sidebar + right, toolbar + below) +
        early + '="docs"] ' + area(sidebar, toolbar, sidebar, toolbar) +
      '}'
  }

  function sizeOr(usual, stored) {
    return typeof stored === 'number' ? stored : usual
  }

  function storedLayout() {
    try {
      return layoutIn(sessionStorage) || layoutIn(localStorage) || {}
    } catch (error) {
      return {}
    }
  }

  function layoutIn(storage) {
    return JSON.parse(storage.getItem('@storybook/manager/store') || '{}').layout
  }
`
