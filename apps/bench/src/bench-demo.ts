export async function benchDemo(): Promise<void> {}
