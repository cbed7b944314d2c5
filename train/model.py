"""The network in floating point, and the steps that train it.

Two views of a position (side to move, other side) share the rows of the inputs. A view's units
are biases plus the rows of its active inputs; each unit is clipped to 0..1 and squared, and the
logit of the winning chance is a weighted sum of them all.
"""

import math

import torch
import torch.nn.functional as F

# Quantised: a unit of 1 is 255, an output weight of 1 is 64 and has 8 bits.
UNIT = 255
OUTPUT = 64
OUTPUT_LIMIT = 1.98


class Network(torch.nn.Module):
    """A network with one hidden layer and two views."""

    def __init__(self, inputs, width):
        super().__init__()
        self.inputs = inputs
        # Rows beyond the last input stay zero: the first of them stands for no input. A multiple
        # of eight suits the matrix units of a GPU.
        self.row_count = (inputs.count + 1 + 7) // 8 * 8
        self.rows = torch.nn.Parameter(torch.randn(self.row_count, width) * 0.15)
        self.biases = torch.nn.Parameter(torch.full((width,), 0.1))
        self.output = torch.nn.Parameter(torch.randn(2, width) / math.sqrt(width))
        self.offset = torch.nn.Parameter(torch.zeros(1))
        # The largest weight for which 16-bit sums cannot overflow, whatever inputs are active.
        self.row_limit = (32767 // (inputs.most_active + 1)) / UNIT
        self.clip()

    @torch.no_grad()
    def clip(self):
        """Clips the weights to what their quantised form can hold."""
        self.rows.clamp_(-self.row_limit, self.row_limit)
        self.rows[self.inputs.count :].zero_()
        self.biases.clamp_(-self.row_limit, self.row_limit)
        self.output.clamp_(-OUTPUT_LIMIT, OUTPUT_LIMIT)

    def forward(self, own, other):
        """The logits of positions, given the active inputs of both views."""
        # A product with zeros and ones: on a GPU it is much faster than to gather and add rows,
        # whose gradient would have to be sorted by row.
        active = torch.cat([own, other])
        ones = torch.zeros(len(active), self.row_count, device=active.device)
        ones.scatter_(1, active, 1.0)
        units = torch.addmm(self.biases, ones, self.rows).clamp(0, 1).square()
        mine, theirs = units.chunk(2)
        return mine @ self.output[0] + theirs @ self.output[1] + self.offset


class Trainer:
    """Trains a network on positions that are all on its device."""

    BETAS = (0.9, 0.999)
    EPSILON = 1e-8

    def __init__(self, network, active, targets, batch, rates, decay):
        device = active.device
        self.network = network
        self.active = active
        self.targets = targets
        self.batch = batch
        self.decay = decay
        table = torch.from_numpy(network.inputs.symmetries).to(device)
        self.symmetry_count, self.stride = table.shape
        self.symmetries = table.reshape(-1)
        self.other_view = torch.from_numpy(network.inputs.other_view).to(device)
        self.rates = torch.tensor(rates, dtype=torch.float32, device=device)
        self.done = torch.zeros(1, dtype=torch.int64, device=device)
        self.loss_sum = torch.zeros((), device=device)
        # The powers of the betas so far; 64 bits, since they are multiplied at every step.
        self.first_power = torch.ones((), dtype=torch.float64, device=device)
        self.second_power = torch.ones((), dtype=torch.float64, device=device)
        self.parameters = list(network.parameters())
        self.means = [torch.zeros_like(parameter) for parameter in self.parameters]
        self.squares = [torch.zeros_like(parameter) for parameter in self.parameters]

    def step(self):
        """One step on a random batch, each position under a random symmetry. Nothing here waits
        for the device, so that a CUDA graph can repeat it."""
        device = self.active.device
        drawn = torch.randint(len(self.active), (self.batch,), device=device)
        symmetry = torch.randint(self.symmetry_count, (self.batch, 1), device=device)
        listed = self.active.index_select(0, drawn).long()
        own = self.symmetries[symmetry * self.stride + listed]
        other = self.other_view[own]
        logits = self.network(own, other)
        loss = F.binary_cross_entropy_with_logits(logits, self.targets.index_select(0, drawn))
        self.update(torch.autograd.grad(loss, self.parameters))
        self.loss_sum += loss.detach()

    @torch.no_grad()
    def update(self, gradients):
        """AdamW with the rate of this step, then clipping."""
        rate = self.rates.index_select(0, self.done)
        self.done += 1
        first, second = self.BETAS
        self.first_power.mul_(first)
        self.second_power.mul_(second)
        first_rest = (1 - self.first_power).float()
        second_rest = (1 - self.second_power).float()
        for parameter, mean, square, gradient in zip(
            self.parameters, self.means, self.squares, gradients
        ):
            mean.lerp_(gradient, 1 - first)
            square.mul_(second).addcmul_(gradient, gradient, value=1 - second)
            scale = (square / second_rest).sqrt_().add_(self.EPSILON)
            parameter.mul_(1 - rate * self.decay)
            parameter.sub_(rate * (mean / first_rest) / scale)
        self.network.clip()

    def run(self, report, every):
        """All steps; `report(done, mean loss since the last report)` is called now and then."""
        steps = len(self.rates)
        repeat = self.captured() if self.active.is_cuda else self.step
        reported = int(self.done.item())
        for done in range(reported + 1, steps + 1):
            repeat()
            if done % every == 0 or done == steps:
                report(done, self.loss_sum.item() / max(1, done - reported))
                self.loss_sum.zero_()
                reported = done

    def captured(self):
        """The step as a CUDA graph: launching its many small kernels one by one would take
        longer than running them. A few steps come first, since a graph must not allocate."""
        warm_up = min(3, len(self.rates) - 1)
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(warm_up):
                self.step()
        torch.cuda.current_stream().wait_stream(stream)
        torch.cuda.synchronize()
        self.loss_sum.zero_()
        try:
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                self.step()
        except RuntimeError as error:
            print(f"no CUDA graph, so training takes longer: {error}", flush=True)
            return self.step
        return graph.replay


def learning_rates(rate, steps, warmup):
    """A linear warm-up, then a cosine down to a hundredth of the rate."""
    rates = []
    for step in range(steps):
        cosine = 0.5 * (1 + math.cos(math.pi * step / steps))
        rates.append(rate * min(1.0, (step + 1) / warmup) * (0.99 * cosine + 0.01))
    return rates


@torch.no_grad()
def predict(network, active, chunk=1 << 16):
    """The logits of positions, as they are."""
    other_view = torch.from_numpy(network.inputs.other_view).to(active.device)
    parts = []
    for begin in range(0, len(active), chunk):
        own = active[begin : begin + chunk].long()
        parts.append(network(own, other_view[own]))
    return torch.cat(parts) if parts else torch.zeros(0, device=active.device)
