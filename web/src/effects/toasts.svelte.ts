/** Short remarks that come and go, told to screen readers politely. */
export interface Toast {
  id: number
  text: string
  isError: boolean
}

class Toasts {
  shown = $state<Toast[]>([])
  private next = 1

  say(text: string, isError = false): void {
    if (this.shown.some((toast) => toast.text === text)) return
    const id = this.next++
    this.shown = [...this.shown.slice(-2), { id, text, isError }]
    setTimeout(() => this.close(id), isError ? 7000 : 3500)
  }

  close(id: number): void {
    this.shown = this.shown.filter((toast) => toast.id !== id)
  }
}

export const toasts = new Toasts()
