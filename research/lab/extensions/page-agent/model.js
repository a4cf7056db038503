/** A scripted model: answers with the next action of the task, with the latency of a language model. */
{
  const { steps, pausesMs } = JSON.parse(document.currentScript.dataset.task)
  let next = 0
  const nextAction = () => {
    const step = steps[next]
    if (!step) return { done: { text: 'The survey is answered.', success: true } }
    const wanted = document.querySelector(step.selector)
    for (const [index, node] of agent.pageController.selectorMap) {
      if (node.ref !== wanted && !(node.ref?.tagName === 'LABEL' && node.ref.contains(wanted))) continue
      next += 1
      return step.text === undefined
        ? { click_element_by_index: { index } }
        : { input_text: { index, text: step.text } }
    }
    return { scroll: { down: true, num_pages: 0.6 } }
  }
  const answer = async () => {
    await new Promise((resolve) => setTimeout(resolve, pausesMs[next % pausesMs.length]))
    const output = {
      evaluation_previous_goal: 'Success',
      memory: '',
      next_goal: 'Answer the survey',
      action: nextAction(),
    }
    const call = { name: 'AgentOutput', arguments: JSON.stringify(output) }
    const message = { role: 'assistant', tool_calls: [{ id: '1', type: 'function', function: call }] }
    return Response.json({
      choices: [{ index: 0, finish_reason: 'tool_calls', message }],
      usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    })
  }
  const agent = new window.PageAgent({
    model: 'scripted',
    baseURL: 'http://scripted.invalid',
    apiKey: 'none',
    language: 'en-US',
    customFetch: answer,
  })
  agent.execute('Answer the survey.')
}
